#!/usr/bin/env bash
# Builds, then measures every candidate RUNS times (default 3), interleaved, and writes results.csv.
# Loopback only; ends by itself after about (3 min x RUNS). Needs two cores, Linux, ulimit -n >= 12000.
set -euo pipefail
cd "$(dirname "$0")"
runs="${RUNS:-3}"
candidates=(netty:NettyServer reactor:ReactorServer vertx:VertxServer vertxweb:VertxWebServer jetty:JettyServer jdk:JdkServer)
[ "$(ulimit -n)" -ge 12000 ] || { echo "run.sh: open files limit $(ulimit -n) is below 12000; raise it with ulimit -n" >&2; exit 1; }
rm -rf target/lib-*
mvn -q -B -Pnetty,reactor,vertx,vertxweb,jetty compile
for c in "${candidates[@]}"; do
  mvn -q -B "-P${c%%:*}" dependency:copy-dependencies -DincludeScope=runtime "-DoutputDirectory=$PWD/target/lib-${c%%:*}"
done
out=results.csv
echo "candidate,cpu_us_per_heartbeat,p50_us,p99_us,answered,lost,busy,load_max_rss_mb,parked_max_rss_mb,parked_answered,heap_kb_per_parked,rss_kb_per_parked,parked_lost,jars,jars_kb,ready_ms" > "$out"
for ((r = 1; r <= runs; r++)); do
  for c in "${candidates[@]}"; do
    name="${c%%:*}"
    taskset -c 1 java -Xmx512m -XX:+UseSerialGC -cp target/classes io.fairlead.bench.http.Drive \
      "$name" "io.fairlead.bench.http.${c##*:}" "target/lib-$name" | tee -a "$out"
  done
done

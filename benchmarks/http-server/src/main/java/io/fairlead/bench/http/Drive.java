package io.fairlead.bench.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Starts one candidate on core 0, loads it from core 1 and prints one CSV row. Usage: Drive NAME MAIN LIBDIR. */
final class Drive {
    private static final int CONNECTIONS = 2_000;
    private static final int RATE = 4_000;
    private static final int WARM_S = 20;
    private static final int MEASURE_S = 15;
    private static final int PARKED = 10_000;
    private static final int STARTS = 5;

    public static void main(String[] args) throws Exception {
        List<Double> starts = new ArrayList<>();
        for (int i = 0; i < STARTS; i++) {
            try (Server server = new Server(args)) {
                starts.add(server.readyMs);
            }
        }
        Collections.sort(starts);
        double cpu;
        long cpuRss;
        Load.Outcome steady;
        try (Server server = new Server(args);
                Load load = new Load(server.port, CONNECTIONS, false)) {
            load.offer(RATE, WARM_S);
            double before = server.cpuSeconds();
            steady = load.offer(RATE, MEASURE_S);
            cpu = (server.cpuSeconds() - before) * 1e6 / steady.answered();
            cpuRss = server.kb("VmHWM");
        }
        try (Server server = new Server(args);
                Load load = new Load(server.port, PARKED, true)) {
            long heapIdle = server.liveHeap();
            long rssIdle = server.kb("VmRSS");
            long sent = load.sendAll(3_000);
            long heapParked = server.liveHeap();
            long rssParked = server.kb("VmRSS");
            Load.Outcome parked = load.finishAll(sent, 40_000_000_000L);
            System.out.printf(
                    Locale.ROOT,
                    "%s,%.1f,%.0f,%.0f,%d,%d,%d,%.0f,%.0f,%d,%.2f,%.2f,%d,%d,%d,%.0f%n",
                    args[0], cpu, steady.p50us(), steady.p99us(), steady.answered(), steady.lost(), steady.busy(),
                    cpuRss / 1024.0, server.kb("VmHWM") / 1024.0, parked.answered(),
                    (heapParked - heapIdle) / 1024.0 / PARKED, (rssParked - rssIdle) / (double) PARKED,
                    sent - parked.answered(), server.jars(), server.jarKb(), starts.get(STARTS / 2));
        }
    }

    private static final class Server implements AutoCloseable {
        final Process process;
        final int port;
        final double readyMs;
        private final Path lib;

        Server(String[] args) throws IOException {
            lib = Path.of(args[2]);
            List<String> command = List.of(
                    "taskset", "-c", "0", "java", "-Xms64m", "-Xmx512m", "-XX:+UseSerialGC",
                    "-cp", "target/classes:" + lib + "/*", args[1]);
            long start = System.nanoTime();
            process = new ProcessBuilder(command)
                    .redirectError(Path.of("target", args[0] + ".err").toFile())
                    .start();
            BufferedReader out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            String line = out.readLine();
            while (line != null && !line.startsWith("ready ")) {
                line = out.readLine();
            }
            if (line == null) {
                throw new IOException(args[0] + " ended before it was ready, see target/" + args[0] + ".err");
            }
            readyMs = (System.nanoTime() - start) / 1e6;
            port = Integer.parseInt(line.substring(6).trim());
        }

        double cpuSeconds() throws IOException {
            String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / 100.0;
        }

        long kb(String key) throws IOException {
            for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
                if (line.startsWith(key + ":")) {
                    return Long.parseLong(line.replaceAll("[^0-9]", ""));
                }
            }
            throw new IOException("no " + key);
        }

        /** Bytes of live objects after a full collection. */
        long liveHeap() throws IOException {
            Process jcmd = new ProcessBuilder("jcmd", Long.toString(process.pid()), "GC.class_histogram").start();
            String text = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            String total = text.lines().filter(l -> l.startsWith("Total")).findFirst().orElseThrow();
            return Long.parseLong(total.trim().split(" +")[2]);
        }

        long jars() throws IOException {
            try (var files = Files.list(lib)) {
                return files.filter(p -> p.toString().endsWith(".jar")).count();
            }
        }

        long jarKb() throws IOException {
            try (var files = Files.list(lib)) {
                return files.filter(p -> p.toString().endsWith(".jar")).mapToLong(p -> p.toFile().length()).sum() / 1024;
            }
        }

        @Override
        public void close() throws IOException {
            process.destroy();
            try {
                if (!process.waitFor(10, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Drive() {}
}

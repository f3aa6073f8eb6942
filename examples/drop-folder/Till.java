import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A till that leaves delivery to `counterfoil-till watch drop`: it drops a sale, waits for the result, and does what it says.
 *
 * java Till.java sale.json drop
 */
public class Till {
    /** A little more than the watcher takes at most. */
    private static final Duration PATIENCE = Duration.ofSeconds(6);

    public static void main(String[] args) throws Exception {
        Path sale = Path.of(args[0]);
        Path drop = Path.of(args[1]);
        String receipt = Files.readString(sale);
        String address = field(receipt, "emailAddress");
        if (address != null && !maySend(address)) {
            System.out.println("SHOW  Please check the address " + address);
            System.exit(2);
        }
        String result = send(receipt, drop);
        String confirm = result == null ? null : field(result, "confirm");
        String notice = result == null ? "The digital receipt service is unavailable. A paper receipt will be printed." : field(result, "notice");
        if (confirm != null) System.out.println("SHOW  " + confirm);
        if (notice != null) System.out.println("SHOW  " + notice);
        if (result == null || result.contains("\"print\": true")) System.out.println("PRINT " + field(receipt, "transactionNumber"));
    }

    /** Drops a sale and waits for its result; null if there is none in time, then nobody watches. */
    private static String send(String receipt, Path drop) throws IOException, InterruptedException {
        String name = field(receipt, "transactionNumber").replaceAll("[^A-Za-z0-9-]", "-");
        Path result = drop.resolve(name + ".result.json");
        Files.deleteIfExists(result);
        Path part = drop.resolve(name + ".json.tmp");
        Files.writeString(part, receipt);
        Files.move(part, drop.resolve(name + ".json"), StandardCopyOption.ATOMIC_MOVE);
        for (long end = System.nanoTime() + PATIENCE.toNanos(); System.nanoTime() < end; Thread.sleep(20))
            if (Files.exists(result)) return Files.readString(result);
        return null;
    }

    /** Asks the service about an address before the sale. What it can't tell may be sent to. */
    private static boolean maySend(String address) throws InterruptedException {
        String host = System.getenv("COUNTERFOIL_HOST");
        String key = System.getenv("COUNTERFOIL_KEY");
        if (host == null || key == null) return true;
        String query = "emailAddress=" + URLEncoder.encode(address, StandardCharsets.UTF_8);
        HttpRequest request = HttpRequest.newBuilder(URI.create(host + "/email-validation?" + query))
            .header("Accept", "application/json")
            .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8)))
            .timeout(Duration.ofSeconds(3))
            .build();
        try {
            HttpClient client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
            return !"invalid".equals(field(client.send(request, BodyHandlers.ofString()).body(), "status"));
        } catch (IOException away) {
            return true;
        }
    }

    /** The text of a field, by its first mention. A till with a JSON library uses that. */
    private static String field(String json, String name) {
        Matcher found = Pattern.compile("\"" + name + "\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(json);
        return found.find() ? found.group(1).replace("\\\"", "\"").replace("\\\\", "\\") : null;
    }
}

package rung.cli.completion;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import rung.cli.output.OutputFile;
import rung.cli.terminal.InputFile;
import rung.data.Observations;
import rung.file.table.TableFile;

/**
 * Runs {@code rung complete} and writes a {@link CompletionRecord} of it. Its first argument names the record's file, the second the table,
 * the others are further arguments of the command.
 */
final class CompletionRecorder {
    private CompletionRecorder() {}

    public static void main(String[] args) throws IOException {
        List<CompletionRecord.Event> events = new ArrayList<>();
        Complete complete = new Complete();
        CommandLine line = new CommandLine(complete)
                .registerConverter(InputFile.class, name -> new InputFile(name, System.in))
                .registerConverter(OutputFile.class, name -> new OutputFile(name, System.out));
        long began = System.nanoTime();
        complete.watch = shown -> progress -> {
            double now = (System.nanoTime() - began) / 1e9;
            events.add(new CompletionRecord.Event(
                    now, progress.stage(), progress.task(), progress.step(), progress.steps()));
            shown.onStep(progress);
        };
        int status = line.execute(Arrays.copyOfRange(args, 1, args.length));
        double end = (System.nanoTime() - began) / 1e9;
        TableData table = TableData.of(TableFile.read(Path.of(args[1])), new KindOptions());
        Observations data = Observations.withHoles(table.values());
        CompletionTime time = CompletionTime.of(data, table.kinds(data));
        new CompletionRecord(time, CompletionTime.looksOrdered(data), events, end).write(Path.of(args[0]));
        System.exit(status);
    }
}

package rung.cli.help;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Divides the options of a command into those that most people need and the others. */
public final class HelpSections {
    /** The heading of the options that few people need. */
    static final String RARE_HEADING = "Further options:";

    /** The heading of the others. */
    static final String COMMON_HEADING = "Options:";

    /* With these, nearly everything that people do is done. Options that are required belong to them, too. */
    private static final Set<String> COMMON = Set.of(
            "--output",
            "--report",
            "--user",
            "--users",
            "--item",
            "--items",
            "--all",
            "--titles",
            "--count",
            "--by",
            "--lists",
            "--test",
            "--cross-validate",
            "--split",
            "--json",
            "--quiet",
            "--help",
            "--rank",
            "--max-rank",
            "--truth",
            "--size",
            "--methods",
            "--quick",
            "--data",
            "--path",
            "--errors");

    /* Below this number of options, sections would only be in the way. */
    private static final int FEW = 9;

    private HelpSections() {}

    /**
     * Makes the help of a command, and of its subcommands, show sections.
     *
     * @param line the command
     */
    public static void install(CommandLine line) {
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING, help -> "");
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpSections::options);
        line.getSubcommands().values().forEach(HelpSections::install);
    }

    private static String options(Help help) {
        CommandSpec spec = help.commandSpec();
        List<OptionSpec> rare = rare(spec);
        return section(help, COMMON_HEADING, common(spec)) + (rare.isEmpty() ? "" : section(help, RARE_HEADING, rare));
    }

    private static String section(Help help, String heading, List<OptionSpec> options) {
        Help.Layout layout = help.createDefaultLayout();
        layout.addOptions(options, help.parameterLabelRenderer());
        return String.format("%n%s%n%s", heading, layout);
    }

    /** The options that most people need, by name. */
    static List<OptionSpec> common(CommandSpec spec) {
        return sorted(spec).stream()
                .filter(option -> isFew(spec) || isCommon(option))
                .toList();
    }

    /** The others, by name. */
    static List<OptionSpec> rare(CommandSpec spec) {
        return sorted(spec).stream()
                .filter(option -> !isFew(spec) && !isCommon(option))
                .toList();
    }

    private static boolean isFew(CommandSpec spec) {
        return spec.options().size() < FEW;
    }

    private static boolean isCommon(OptionSpec option) {
        return option.required() || COMMON.contains(option.longestName());
    }

    private static List<OptionSpec> sorted(CommandSpec spec) {
        return spec.options().stream()
                .filter(option -> !option.hidden())
                .sorted(Comparator.comparing(
                        option -> option.longestName().replace("-", "").toLowerCase(Locale.ROOT)))
                .toList();
    }
}

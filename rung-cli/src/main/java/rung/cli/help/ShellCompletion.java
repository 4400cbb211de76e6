package rung.cli.help;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import rung.cli.terminal.Choice;

/** {@code rung completion}: prints what makes a shell complete commands and options. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = {
            "Prints a script that makes a shell complete commands, options and their words.",
            "",
            "Writes nothing but the script, to standard output."
        },
        footer = {
            "",
            "Examples:",
            "  rung completion bash > ~/.local/share/bash-completion/completions/rung",
            "  rung completion zsh > ~/.zsh/completions/_rung",
            "  rung completion fish > ~/.config/fish/completions/rung.fish"
        })
public final class ShellCompletion implements Callable<Integer> {
    /** The shells. */
    enum Shell {
        BASH,
        ZSH,
        FISH
    }

    /** The words for them. */
    static final class ShellChoice extends Choice<Shell> {
        ShellChoice() {
            super(Shell.values());
        }
    }

    @Parameters(paramLabel = "SHELL", converter = ShellChoice.class, description = "bash, zsh or fish.")
    private Shell shell;

    @Spec
    private CommandSpec spec;

    /** Creates the command; picocli sets its options. */
    public ShellCompletion() {}

    @Override
    public Integer call() {
        List<CommandModel> commands = CommandModel.of(spec.parent().commandLine());
        String script = switch (shell) {
            case BASH -> bash(commands);
            case ZSH -> zsh(commands);
            case FISH -> fish(commands);
        };
        spec.commandLine().getOut().print(script);
        return 0;
    }

    private static String names(CommandModel command) {
        return command.options().stream()
                .flatMap(option -> option.names().stream())
                .collect(Collectors.joining(" "));
    }

    static String bash(List<CommandModel> commands) {
        StringBuilder script = new StringBuilder("# Completion of rung for bash, made by 'rung completion bash'.\n"
                + "_rung() {\n"
                + "  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words= begun=\n"
                + "  COMPREPLY=()\n"
                + "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
                + "    COMPREPLY=($(compgen -W \""
                + commands.stream().map(CommandModel::name).collect(Collectors.joining(" "))
                + " --help --version\" -- \"$current\"))\n"
                + "    return\n"
                + "  fi\n"
                + "  case ${COMP_WORDS[1]}:$before in\n");
        for (CommandModel command : commands) {
            for (CommandModel.Option option : command.options()) {
                if (!option.choices().isEmpty()) {
                    script.append("    ")
                            .append(option.names().stream()
                                    .map(name -> command.name() + ":" + name)
                                    .collect(Collectors.joining(" | ")))
                            .append(") words=\"")
                            .append(String.join(" ", option.choices()))
                            .append(
                                    option.isList()
                                            ? "\"; [[ $current == *,* ]] && begun=${current%,*}, ;;\n"
                                            : "\" ;;\n");
                }
            }
        }
        script.append("  esac\n"
                + "  if [ -n \"$words\" ]; then\n"
                + "    COMPREPLY=($(compgen -P \"$begun\" -W \"$words\" -- \"${current#\"$begun\"}\"))\n"
                + "    return\n"
                + "  fi\n"
                + "  if [[ $current == -?* || $current == - ]]; then\n"
                + "    case ${COMP_WORDS[1]} in\n");
        for (CommandModel command : commands) {
            script.append("      ")
                    .append(command.name())
                    .append(") words=\"")
                    .append(names(command))
                    .append("\" ;;\n");
        }
        script.append("    esac\n  else\n    case ${COMP_WORDS[1]} in\n");
        for (CommandModel command : commands) {
            if (!command.words().isEmpty()) {
                script.append("      ")
                        .append(command.name())
                        .append(") words=\"")
                        .append(String.join(" ", command.words()))
                        .append("\" ;;\n");
            }
        }
        return script.append("    esac\n"
                        + "  fi\n"
                        + "  if [ -n \"$words\" ]; then\n"
                        + "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
                        + "  else\n"
                        + "    local IFS=$'\\n'\n" // names of files may have spaces
                        + "    COMPREPLY=($(compgen -f -- \"$current\"))\n"
                        + "  fi\n"
                        + "}\n"
                        + "complete -o filenames -F _rung rung\n")
                .toString();
    }

    static String zsh(List<CommandModel> commands) {
        StringBuilder script = new StringBuilder("#compdef rung\n"
                + "# Completion of rung for zsh, made by 'rung completion zsh'.\n"
                + "_rung() {\n"
                + "  local -a commands\n"
                + "  commands=(\n");
        commands.forEach(command -> script.append("    '")
                .append(command.name())
                .append(':')
                .append(quoted(command.summary()))
                .append("'\n"));
        script.append("  )\n"
                + "  if (( CURRENT == 2 )); then\n"
                + "    _describe 'command' commands\n"
                + "    return\n"
                + "  fi\n"
                + "  case $words[2] in\n");
        for (CommandModel command : commands) {
            script.append("    ").append(command.name()).append(")\n      _arguments \\\n");
            for (CommandModel.Option option : command.options()) {
                for (String name : option.names()) {
                    script.append("        '*")
                            .append(name)
                            .append('[')
                            .append(quoted(option.summary()).replace("[", "\\[").replace("]", "\\]"))
                            .append(']')
                            .append(value(option))
                            .append("' \\\n");
                }
            }
            script.append(
                            command.words().isEmpty()
                                    ? "        '*:file:_files'"
                                    : "        '*:word:" + among(command.words()) + "'")
                    .append("\n      ;;\n");
        }
        return script.append("  esac\n}\n"
                        + "if [ \"$funcstack[1]\" = _rung ]; then\n" // a file of fpath, or one that is sourced
                        + "  _rung \"$@\"\n"
                        + "else\n"
                        + "  compdef _rung rung\n"
                        + "fi\n")
                .toString();
    }

    private static String value(CommandModel.Option option) {
        if (!option.takesValue()) {
            return "";
        }
        if (option.isList() && !option.choices().isEmpty()) {
            return ":value:_values -s , value " + String.join(" ", option.choices());
        }
        return ":value:" + (option.choices().isEmpty() ? "_files" : among(option.choices()));
    }

    private static String among(List<String> words) {
        return "(" + String.join(" ", words) + ")";
    }

    static String fish(List<CommandModel> commands) {
        StringBuilder script = new StringBuilder("# Completion of rung for fish, made by 'rung completion fish'.\n");
        for (CommandModel command : commands) {
            script.append("complete -c rung -f -n __fish_use_subcommand -a ")
                    .append(command.name())
                    .append(" -d '")
                    .append(quoted(command.summary()))
                    .append("'\n");
        }
        for (CommandModel command : commands) {
            if (!command.words().isEmpty()) {
                script.append("complete -c rung -f -n '__fish_seen_subcommand_from ")
                        .append(command.name())
                        .append("' -a '")
                        .append(String.join(" ", command.words()))
                        .append("'\n");
            }
            for (CommandModel.Option option : command.options()) {
                script.append("complete -c rung -n '__fish_seen_subcommand_from ")
                        .append(command.name())
                        .append("'");
                for (String name : option.names()) {
                    script.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
                }
                if (option.takesValue()) {
                    String words = String.join(" ", option.choices());
                    script.append(
                            words.isEmpty()
                                    ? " -r"
                                    : " -x -a '" + (option.isList() ? "(__fish_append , " + words + ")" : words) + "'");
                }
                script.append(" -d '").append(quoted(option.summary())).append("'\n");
            }
        }
        return script.toString();
    }

    /* A text inside single quotes, which no shell here can hold: an apostrophe takes their place. */
    private static String quoted(String text) {
        return text.replace("'", "’").replace(":", " -").replace("\\", "/");
    }
}

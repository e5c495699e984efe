/** Chooses the reporter: progress bars on a terminal, JSON with `--json`, otherwise plain lines. */
import { createBarReporter } from './bar-reporter.ts'
import { createJsonReporter } from './json-reporter.ts'
import { createPlainReporter } from './plain-reporter.ts'
import type { Reporter } from './reporter.ts'

interface ReportSettings {
  readonly isQuiet: boolean
  readonly isJson: boolean
  /** The result is written to stdout, so nothing else may be. */
  readonly isStdoutTaken: boolean
}

/** Human-readable output goes to stderr, which leaves stdout to results and JSON. */
export function chooseReporter({ isQuiet, isJson, isStdoutTaken }: ReportSettings): Reporter {
  const { stdout, stderr, env } = process
  if (isJson) {
    const stream = isStdoutTaken ? stderr : stdout
    return createJsonReporter(line => stream.write(`${line}\n`), isQuiet)
  }
  if (!stderr.isTTY || env.TERM === 'dumb')
    return createPlainReporter(line => stderr.write(`${line}\n`), isQuiet)
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG
  return createBarReporter(stderr, {
    isQuiet,
    hasColor: !env.NO_COLOR,
    isUnicode: locale !== undefined && /utf-?8/i.test(locale),
  })
}

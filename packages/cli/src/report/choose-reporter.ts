/** Chooses how to report: bars where somebody looks on, plain lines or JSON elsewhere. */
import { createBarReporter } from './bar-reporter.ts'
import { createJsonReporter } from './json-reporter.ts'
import { createPlainReporter } from './plain-reporter.ts'
import type { Reporter } from './reporter.ts'

interface ReportSettings {
  readonly isQuiet: boolean
  readonly isJson: boolean
  /** The result itself goes there, so nothing else may. */
  readonly isStdoutTaken: boolean
}

/** People are told on stderr, so that stdout is free for results and for programs. */
export function chooseReporter({ isQuiet, isJson, isStdoutTaken }: ReportSettings): Reporter {
  const { stdout, stderr, env } = process
  if (isJson) {
    const stream = isStdoutTaken ? stderr : stdout
    return createJsonReporter(line => stream.write(`${line}\n`), isQuiet)
  }
  if (!stderr.isTTY || env.TERM === 'dumb')
    return createPlainReporter(line => stderr.write(`${line}\n`), isQuiet)
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || ''
  return createBarReporter(stderr, {
    isQuiet,
    hasColor: !env.NO_COLOR,
    isUnicode: /utf-?8/i.test(locale),
  })
}

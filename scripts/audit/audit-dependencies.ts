/** Asks the registry for known vulnerabilities of the dependencies; reports when the registry does not answer. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietly } from '../setup/run-quietly.mjs'

export interface NotAsked {
  readonly notAsked: string
}

interface AuditReport {
  readonly vulnerabilities: Readonly<
    Record<
      string,
      {
        readonly severity: string
        readonly range: string
        readonly via: readonly (string | { readonly title: string; readonly url: string })[]
      }
    >
  >
}

export interface AuditException {
  /** The address of the advisory. */
  readonly advisory: string
  readonly package: string
  /** Why this vulnerability is not reachable here; a single word is rejected. */
  readonly reason: string
  /** Expiry date, after which the exception must be reviewed. */
  readonly until: string
}

const shortestReason = 20
const grave = new Set(['high', 'critical'])

export async function auditDependencies(rootFolder: string): Promise<readonly string[] | NotAsked> {
  const { stdout, output } = await runQuietly(
    ['npm', 'audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000'],
    { cwd: rootFolder },
  )
  const given: AuditException[] = JSON.parse(
    readFileSync(join(rootFolder, 'scripts/audit/exceptions.json'), 'utf8'),
  )
  return judgeReport(stdout, output, given, new Date())
}

export function judgeReport(
  stdout: string,
  output: string,
  exceptions: readonly AuditException[],
  now: Date,
): readonly string[] | NotAsked {
  const report = readReport(stdout)
  if (!report) return { notAsked: `the registry could not be queried (${reasonIn(output)})` }
  const unfounded = exceptions
    .filter(({ reason, until }) => reason.length < shortestReason || Number.isNaN(Date.parse(until)))
    .map(({ advisory }) => `the exception for ${advisory} has no reason or no expiry date`)
  const over = exceptions
    .filter(({ until }) => new Date(until) < now)
    .map(({ advisory, until }) => `the exception for ${advisory} expired on ${until}`)
  const excused = new Set(
    exceptions.filter(({ until }) => new Date(until) >= now).map(each => `${each.package} ${each.advisory}`),
  )
  const found = Object.entries(report.vulnerabilities)
    .filter(([, { severity }]) => grave.has(severity))
    .flatMap(([name, { severity, range, via }]) =>
      // Transitive findings are reported with the package that causes them.
      via.flatMap(cause =>
        typeof cause === 'string' || excused.has(`${name} ${cause.url}`)
          ? []
          : [`${name} ${range}: ${severity}, ${cause.title} (${cause.url})`],
      ),
    )
  return [...unfounded, ...over, ...found]
}

function readReport(text: string): AuditReport | undefined {
  try {
    const answer = JSON.parse(text)
    return typeof answer?.vulnerabilities === 'object' && answer.vulnerabilities !== null ? answer : undefined
  } catch {
    return undefined
  }
}

function reasonIn(output: string): string {
  const [, status] = /\b(\d{3} [A-Z][\w ]+?) - /.exec(output) ?? []
  const [code] = /\bE[A-Z]{4,}\b/.exec(output) ?? []
  return status ?? code ?? 'its response was not a report'
}

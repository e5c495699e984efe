/** Runs the selected suites, and adds up their results. */
import { closeSync, existsSync, globSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { treeOnDisk } from '../import-rules/source-tree.ts'
import { rootFolder } from '../root-folder.mjs'
import { runCommand, SetupError, say, secondsSince } from '../setup/say.mjs'
import { ensureWebBuild } from '../setup.mjs'
import { watchCores } from './busy-cores.ts'
import { changedFiles } from './changed-files.ts'
import { chooseChanged } from './choose-changed.ts'
import { type ChosenSuite, chooseSuites } from './choose-suites.ts'
import { runSuite } from './run-suite.ts'
import { type Suite, suites } from './suites.ts'
import { addTallies, type Failure, noTests, type Tally, tallyLine } from './tally.ts'

const mostExplained = 5
/** Of tests for one change. */
const changeSeconds = 120

const { positionals: words, values } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean' },
    changed: { type: 'boolean' },
    since: { type: 'string', default: 'main' },
  },
})

await runCommand(async () => {
  const named = chooseSuites(suites, words, filesOf)
  if (named.length === 0) throw new SetupError(`No suite or test file matches: ${words.join(' ')}`)
  const chosen = values.changed ? chooseForChange(named) : named
  if (chosen.length === 0) {
    say('No test reaches the change.')
    return 0
  }
  if (values.list) {
    list(chosen)
    return 0
  }
  if (chosen.some(({ suite, files }) => suite.needsWebBuild && files.length > 0)) await ensureWebBuild()
  const results: Result[] = []
  for (const choice of chosen.filter(({ suite }) => !suite.waits)) results.push(await run(choice))
  const [first, ...others] = chosen.filter(({ suite }) => suite.waits)
  results.push(...(await Promise.all([...(first ? [run(first)] : []), ...others.map(runBeside)])))

  say('')
  for (const { name, line } of results) say(`${name}: ${line}`)
  const total = addTallies(results.map(({ tally }) => tally))
  for (const failure of total.failures.slice(0, mostExplained)) explain(failure)
  for (const { title } of total.failures) say(`failed: ${title}`)
  say(tallyLine(total))
  return total.failed > 0 || total.passed === 0 ? 1 : 0
})

/** Says what the change reaches and is not run. */
function chooseForChange(named: readonly ChosenSuite[]): readonly ChosenSuite[] {
  const changed = changedFiles(values.since)
  const { chosen, leftOut } = chooseChanged(treeOnDisk(rootFolder), changed, named, changeSeconds)
  const count = (part: readonly ChosenSuite[]) =>
    part.map(({ suite, files }) => `${suite.name} ${files.length}`).join(', ') || 'none'
  say(`${changed.length} files changed since ${values.since}. Test files: ${count(chosen)}.`)
  if (leftOut.length > 0)
    say(`Reached too, but farther away and left out (npm test runs them): ${count(leftOut)}.`)
  return chosen
}

/** Repeats what went wrong, because often only the end of a log is kept. */
function explain({ title, message, attachments }: Failure): void {
  say(`\n--- ${title}\n${firstLines(message, 20)}`)
  for (const path of attachments.filter(existsSync)) {
    const page = readFileSync(path, 'utf8')
    say(firstLines(page.slice(Math.max(0, page.indexOf('- main'))), 100))
  }
}

function firstLines(text: string, count: number): string {
  return text.split('\n').slice(0, count).join('\n')
}

interface Result {
  readonly name: string
  readonly tally: Tally
  readonly line: string
}

async function run(choice: ChosenSuite, output?: number): Promise<Result> {
  const { suite, files } = choice
  const { name } = suite
  if (files.length === 0) return { name, tally: noTests, line: 'has no test files yet' }
  const startedAtMs = performance.now()
  const busyPercent = watchCores()
  say(`\n=== ${name}: ${files.length} files ===`)
  const tally = await runSuite(choice, output)
  return {
    name,
    tally,
    line: `${tallyLine(tally)} (${secondsSince(startedAtMs)}, cores ${busyPercent()} % busy)`,
  }
}

/** Its output is printed when it has ended, so that it does not mix with that of the other suites. */
async function runBeside(choice: ChosenSuite): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'filesmith-test-log-'))
  const path = join(folder, 'output')
  const output = openSync(path, 'w')
  try {
    return await run(choice, output)
  } finally {
    closeSync(output)
    say(`\n=== output of ${choice.suite.name} ===\n${readFileSync(path, 'utf8')}`)
    rmSync(folder, { recursive: true })
  }
}

function list(chosen: readonly ChosenSuite[]): void {
  for (const { suite, files } of chosen) {
    say(`${suite.name} (${files.length} files)`)
    for (const file of files) say(`  ${file}`)
  }
}

function filesOf({ include }: Suite): string[] {
  return globSync([...include], { cwd: rootFolder }).toSorted()
}

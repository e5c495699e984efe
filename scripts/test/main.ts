/** Runs the selected suites one after another, so that they do not compete for cores, and adds up their results. */
import { globSync } from 'node:fs'
import { rootFolder } from '../root-folder.mjs'
import { runCommand, SetupError, say, secondsSince } from '../setup/say.mjs'
import { ensureWebBuild } from '../setup.mjs'
import { watchCores } from './busy-cores.ts'
import { type ChosenSuite, chooseSuites } from './choose-suites.ts'
import { runSuite } from './run-suite.ts'
import { type Suite, suites } from './suites.ts'
import { addTallies, noTests, type Tally, tallyLine } from './tally.ts'

await runCommand(async () => {
  const words = process.argv.slice(2)
  const chosen = chooseSuites(
    suites,
    words.filter(word => word !== '--list'),
    filesOf,
  )
  if (chosen.length === 0) throw new SetupError(`No suite or test file matches: ${words.join(' ')}`)
  if (words.includes('--list')) {
    list(chosen)
    return 0
  }
  const results = []
  for (const choice of chosen) results.push({ name: choice.suite.name, ...(await run(choice)) })

  say('')
  for (const { name, line } of results) say(`${name}: ${line}`)
  const total = addTallies(results.map(({ tally }) => tally))
  for (const title of total.failures) say(`failed: ${title}`)
  say(tallyLine(total))
  return total.failed > 0 || total.passed === 0 ? 1 : 0
})

async function run(choice: ChosenSuite): Promise<{ tally: Tally; line: string }> {
  const { suite, files } = choice
  if (files.length === 0) return { tally: noTests, line: 'has no test files yet' }
  if (suite.needsWebBuild) await ensureWebBuild()
  const startedAtMs = performance.now()
  const busyPercent = watchCores()
  say(`\n=== ${suite.name}: ${files.length} files ===`)
  const tally = await runSuite(choice)
  return { tally, line: `${tallyLine(tally)} (${secondsSince(startedAtMs)}, cores ${busyPercent()} % busy)` }
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

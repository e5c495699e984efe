/** Runs one suite in a child process and counts the tests in its report. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runNode24 } from '../node-24.mjs'
import type { ChosenSuite } from './choose-suites.ts'
import { settleTally, type Tally, tallyPlaywright, tallyVitest } from './tally.ts'

/** Its output goes to the open file `output`, if there is one. */
export async function runSuite({ suite, files }: ChosenSuite, output?: number): Promise<Tally> {
  const reportFolder = mkdtempSync(join(tmpdir(), 'filesmith-test-'))
  const reportPath = join(reportFolder, 'report.json')
  try {
    const exitCode =
      suite.runner === 'vitest'
        ? await runVitest(suite.name, files, reportPath, output)
        : await runPlaywright(files, reportPath, output)
    return settleTally(readReport(suite.runner, reportPath), exitCode)
  } finally {
    rmSync(reportFolder, { recursive: true, force: true })
  }
}

function runVitest(
  project: string,
  files: readonly string[],
  reportPath: string,
  output: number | undefined,
): Promise<number> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`]
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...reporters, ...files]
  return runNode24(args, {}, output)
}

async function runPlaywright(
  files: readonly string[],
  reportPath: string,
  output: number | undefined,
): Promise<number> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'filesmith-e2e-'))
  // PostgreSQL drops root privileges and must still have access to its folder.
  chmodSync(dataFolder, 0o755)
  try {
    return await runNode24(
      ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', ...files],
      {
        PLAYWRIGHT_JSON_OUTPUT_FILE: reportPath,
        E2E_DATA_DIR: dataFolder,
        E2E_PORT: String(await freePort()),
      },
      output,
    )
  } finally {
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

function readReport(runner: 'vitest' | 'playwright', reportPath: string): Tally | undefined {
  try {
    const report = JSON.parse(readFileSync(reportPath, 'utf8'))
    return runner === 'vitest' ? tallyVitest(report) : tallyPlaywright(report)
  } catch {
    // The runner exited before writing a report; its exit code decides.
    return undefined
  }
}

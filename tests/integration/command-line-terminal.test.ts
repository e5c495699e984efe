/** The CLI in a real terminal: progress bars, colors and Ctrl-C. */
import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CommandLineFolder, commandLineProgram, makeCommandLineFolder } from '../support/command-line.ts'
import { ffmpeg } from '../support/run-program.ts'
import { processesUsing } from '../support/server-process.ts'
import { openTerminal, type Terminal } from '../support/terminal.ts'

let folder: CommandLineFolder
let terminal: Terminal | undefined
beforeEach(async () => {
  folder = await makeCommandLineFolder()
})
afterEach(async () => {
  await terminal?.close()
  await folder.remove()
})

/** 30 seconds of video are enough to observe the progress. */
async function makeVideo(name: string, seconds: number): Promise<void> {
  const image = `testsrc2=size=640x360:rate=25:duration=${seconds}`
  await ffmpeg('-f', 'lavfi', '-i', image, '-c:v', 'mpeg4', '-q:v', '8', join(folder.path, name))
}

async function open(
  args: readonly string[],
  columns: number,
  env: NodeJS.ProcessEnv = {},
): Promise<Terminal> {
  const command = [process.execPath, commandLineProgram, ...args]
  terminal = await openTerminal({
    command,
    cwd: folder.path,
    env: { ...folder.env, ...env },
    columns,
    rows: 15,
  })
  return terminal
}

const percentOf = (line: string | undefined) => Number(/(\d+) %/.exec(line ?? '')?.[1] ?? Number.NaN)
const lineOf = (lines: readonly string[], name: string) => lines.find(line => line.startsWith(name))

test('API-35 filesmith convert: redraws one progress bar per file, also after a resize, and Ctrl-C cleans up', async () => {
  await makeVideo('one.avi', 30)
  await copyFile(join(folder.path, 'one.avi'), join(folder.path, 'two.avi'))
  const screen = await open(['convert', 'one.avi', 'two.avi', '--to', 'webm', '--out', 'out/'], 100)
  const first = await screen.until(lines => percentOf(lineOf(lines, 'one.avi')) >= 1)
  expect(lineOf(first, 'one.avi')).toMatch(/^one\.avi +[█░]{24} +\d+ %/)
  const before = percentOf(lineOf(first, 'one.avi'))
  const later = await screen.until(lines => percentOf(lineOf(lines, 'one.avi')) > before)
  // Redrawn in place, not appended.
  expect(later.filter(line => line.startsWith('one.avi'))).toHaveLength(1)
  expect(later.filter(line => line.startsWith('two.avi'))).toHaveLength(1)

  await screen.resize(36, 15)
  const narrow = await screen.until(lines => lines.length === 2 && lines.every(line => !line.includes('█')))
  expect(lineOf(narrow, 'one.avi')).toMatch(/^one\.avi +\d+ %$/)

  await screen.press('C-c')
  const ended = await screen.until(lines => lines.at(-1) === 'exit 130')
  expect(ended.toSorted()).toEqual(['- one.avi: interrupted', '- two.avi: interrupted', 'exit 130'])
  expect(folder.leftovers()).toEqual([])
  expect(await readdir(folder.path)).toEqual(['one.avi', 'two.avi'])
  // Engine command lines contain the job's folder.
  expect(processesUsing(String(folder.env.TMPDIR))).toEqual([])
}, 180_000)

test('filesmith convert: results stay on the screen, in color unless NO_COLOR is set', async () => {
  await makeVideo('short.avi', 1)
  const colored = await open(['convert', 'short.avi', '--to', 'mp4'], 80)
  const lines = await colored.until(each => each.at(-1)?.startsWith('exit') === true)
  expect(lines).toEqual([expect.stringMatching(/^✓ short\.avi → short\.mp4 \([\d.]+ KB\)$/), 'exit 0'])
  expect(await colored.rawScreen()).toContain('\u001b[32m✓')
  await colored.close()
  const plain = await open(['convert', 'short.avi', '--to', 'mp4', '--force'], 80, { NO_COLOR: '1' })
  await plain.until(each => each.at(-1) === 'exit 0')
  expect(await plain.rawScreen()).not.toContain('\u001b[')
}, 120_000)

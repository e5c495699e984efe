/** Subtitles through the data engine; FFmpeg is the independent reader of what is written. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDataEngine } from './support/data-harness.ts'

const run = promisify(execFile)
const convert = useDataEngine()
const ability = 'subtitles-convert'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'subtitles-'))
})
afterAll(() => rm(folder, { recursive: true }))

const source = `1
00:00:01,000 --> 00:00:03,500
First & <i>second</i>

2
00:00:02,000 --> 00:00:04,000
{\\an8}<b>Überlappt</b>
zweite Zeile

3
01:00:00,000 --> 01:00:02,000
<font color="#ff0000">Red</font>
`

/** Times in tenths of seconds and texts without tags, as FFmpeg reads them. */
async function readByFfmpeg(content: string, extension: string): Promise<string[]> {
  const path = join(folder, `read.${extension}`)
  await writeFile(path, content)
  const frameRate = extension === 'sub' ? ['-subfps', '25'] : []
  const { stdout } = await run('/usr/bin/ffmpeg', ['-v', 'error', ...frameRate, '-i', path, '-f', 'srt', '-'])
  return stdout
    .trim()
    .split(/\n\n(?=\d+\n)/)
    .map(block => {
      const [, times = '', ...lines] = block.split('\n')
      const rounded = times.replace(/,(\d)\d\d/g, ',$1')
      return `${rounded} ${lines
        .join('|')
        .replaceAll('\r', '')
        .replace(/<[^>]*>|\{[^}]*\}/g, '')}`
    })
}

const expected = [
  '00:00:01,0 --> 00:00:03,5 First & second',
  '00:00:02,0 --> 00:00:04,0 Überlappt|zweite Zeile',
  '01:00:00,0 --> 01:00:02,0 Red',
]

test.each(['srt', 'vtt', 'ass', 'ssa', 'sub', 'mpl'] as const)(
  'subtitles-convert: FFmpeg reads %s alike',
  async to => {
    const { text } = await convert({ ability, from: 'srt', to, content: source, options: { frameRate: 25 } })
    expect(await readByFfmpeg(text, to)).toEqual(expected)
  },
)

test.each(['vtt', 'ass', 'sub', 'mpl', 'ttml', 'sbv'] as const)(
  'subtitles-convert: SRT to %s and back',
  async to => {
    const options = { frameRate: 25 }
    const there = await convert({ ability, from: 'srt', to, content: source, options })
    const back = await convert({ ability, from: to, to: 'srt', content: there.bytes, options })
    expect(await readByFfmpeg(back.text, 'srt')).toEqual(expected)
  },
)

test('subtitles-convert: shift and frame rate', async () => {
  const options = { shiftMs: 1000, fromFrameRate: 25, toFrameRate: 50 }
  const { text } = await convert({ ability, from: 'srt', to: 'srt', content: source, options })
  expect((await readByFfmpeg(text, 'srt'))[0]).toBe('00:00:01,5 --> 00:00:02,7 First & second')
})

test.each([
  ['srt', 'No times at all.'],
  ['ttml', `<tt>${'<div>'.repeat(5000)}`],
  ['ttml', '<!DOCTYPE tt [<!ENTITY a "&b;&b;"><!ENTITY b "&a;&a;">]><tt><body>&a;</body></tt>'],
  ['ass', '[Events]\nDialogue: 0,0:00:01.00'],
  ['sub', '{999999999999}{1}x'],
] as const)('subtitles-convert: hostile %s is refused as damaged (%#)', async (from, content) => {
  const refusal = await convert({ ability, from, to: 'vtt', content }).catch(error => error.code)
  expect(['file-damaged', 'unsupported-variant']).toContain(refusal)
})

test.each([
  ['srt', `1\n00:00:01,000 --> 00:00:02,000\n${'<i>{\\an8}'.repeat(50_000)}`],
  [
    'vtt',
    `WEBVTT\n\nSTYLE\n${'::cue(.a){'.repeat(20_000)}\n\n00:01.000 --> 00:02.000\n${'<c.a'.repeat(50_000)}`,
  ],
  ['ass', `Dialogue: 0,0:00:01.00,0:00:02.00,X,,0,0,0,,${'{\\b1\\r'.repeat(50_000)}`],
  ['sub', `{1}{2}${'{y:'.repeat(50_000)}`],
  ['lrc', '[00:01.00]'.repeat(20_000)],
] as const)('subtitles-convert: repeated %s markup ends in time', async (from, content) => {
  const started = performance.now()
  await convert({ ability, from, to: 'ass', content }).catch(() => undefined)
  expect(performance.now() - started).toBeLessThan(30_000)
})

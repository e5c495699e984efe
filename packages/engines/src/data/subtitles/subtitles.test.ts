import { expect, test } from 'vitest'
import { convertSubtitleFile } from '../tasks/convert-subtitles.ts'
import { readAss } from './ass.ts'
import type { Cue } from './cue.ts'
import { subtitleReaders, subtitleWriters } from './registry.ts'

const cues: readonly Cue[] = [
  {
    startMs: 5000,
    endMs: 7500,
    place: 8,
    spans: [{ text: 'Plain & <3 ' }, { text: 'bold', isBold: true }, { text: '\nred', color: '#ff8800' }],
  },
  { startMs: 1000, endMs: 9000, place: 2, spans: [{ text: 'whole line', isItalic: true }] },
]

const isOrdered = (format: string) => ['vtt', 'lrc'].includes(format)

test.each(['srt', 'vtt', 'ass', 'ssa', 'ttml'] as const)(
  '%s: keeps times, styles, colors and places',
  format => {
    const read = subtitleReaders[format].read(subtitleWriters[format].write(cues, undefined), undefined)
    const expected = isOrdered(format) ? cues.toReversed() : cues
    expect(read.cues).toMatchObject(
      expected.map(({ spans, ...cue }) => ({ ...cue, spans: spans.map(span => ({ ...span })) })),
    )
  },
)

test.each(['sub', 'mpl', 'sbv', 'lrc'] as const)(
  '%s: keeps times and text, overlapping and unsorted',
  format => {
    const read = subtitleReaders[format].read(subtitleWriters[format].write(cues, 25), 25)
    const expected = isOrdered(format) ? cues.toReversed() : cues
    expect(read.cues.map(({ startMs }) => startMs)).toEqual(expected.map(({ startMs }) => startMs))
    const texts = read.cues.map(({ spans }) =>
      spans
        .map(({ text }) => text)
        .join('')
        .replaceAll('\n', ' '),
    )
    expect(texts).toEqual(
      expected.map(({ spans }) =>
        spans
          .map(({ text }) => text)
          .join('')
          .replaceAll('\n', ' '),
      ),
    )
  },
)

function convert(
  content: string | Buffer,
  from: 'srt' | 'sub' | 'ass' | 'vtt' | 'mpl' | 'lrc' | 'ttml',
  to: 'srt' | 'ass' | 'vtt' | 'sbv' | 'lrc',
  options = {},
) {
  const task = {
    from,
    to,
    name: 'a',
    maxOutputBytes: 1e6,
    report: () => {},
    options: { shiftMs: 0, ...options },
  }
  const { content: result, report } = convertSubtitleFile({ ...task, input: Buffer.from(content) } as never)
  return { text: String(result), report: report?.() }
}

const srt = '1\n00:01:00,000 --> 00:01:02,000\nHello\n\n2\n00:00:01,000 --> 00:00:03,000\nEarly\n'

test('convertSubtitleFile: shifts, and drops what ends before the video begins', () => {
  const { text, report } = convert(srt, 'srt', 'srt', { shiftMs: -10_000 })
  expect(text).toBe('1\n00:00:50,000 --> 00:00:52,000\nHello\n')
  expect(report?.notes).toEqual([
    '1 of the subtitles would end before the video begins, so they were left out.',
  ])
})

test('convertSubtitleFile: 23.976 to 25 frames per second makes times shorter', () => {
  const { text } = convert(srt, 'srt', 'srt', { fromFrameRate: 23.976, toFrameRate: 25 })
  expect(text).toContain('00:00:57,542 --> 00:00:59,460')
})

test('convertSubtitleFile: MicroDVD uses the frame rate of the file, then the option, then a noted default', () => {
  expect(convert('{1}{1}25\n{25}{50}Hi|there', 'sub', 'srt').text).toContain(
    '00:00:01,000 --> 00:00:02,000\nHi\nthere',
  )
  expect(convert('{25}{50}Hi', 'sub', 'srt', { frameRate: 25 }).text).toContain(
    '00:00:01,000 --> 00:00:02,000',
  )
  expect(convert('{24}{48}Hi', 'sub', 'srt').report?.notes?.[0]).toContain('23.976 was assumed')
})

test('convertSubtitleFile: reads Windows-1251 and UTF-16', () => {
  const cyrillic = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x20, 0xec, 0xe8, 0xf0, 0x21])
  const legacy = Buffer.concat([Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n'), cyrillic])
  expect(convert(legacy, 'srt', 'vtt').text).toContain('Привет, мир!')
  const wide = Buffer.from('\ufeff1\n00:00:01,000 --> 00:00:02,000\nЖ', 'utf16le')
  expect(convert(wide, 'srt', 'vtt').text).toContain('Ж')
})

test('convertSubtitleFile: a WebVTT file named .srt is read as WebVTT', () => {
  expect(convert('WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Hi &amp; bye', 'srt', 'srt').text).toBe(
    '1\n00:00:01,000 --> 00:00:02,000\nHi & bye\n',
  )
})

test('convertSubtitleFile: shifting ASS keeps its styles and positions', () => {
  const ass =
    '[Script Info]\n[V4+ Styles]\nStyle: X,Font,20\n[Events]\nFormat: Layer, Start, End, Style, Text\nDialogue: 0,0:00:01.00,0:00:02.00,X,{\\pos(1,2)}Hi, you\n'
  const { text } = convert(ass, 'ass', 'ass', { shiftMs: 1500 })
  expect(text).toBe(ass.replace('0:00:01.00,0:00:02.00', '0:00:02.50,0:00:03.50'))
})

test('readAss: drawings are not text', () => {
  const { cues } = readAss('Dialogue: 0,0:00:01.00,0:00:02.00,X,,0,0,0,,{\\p1}m 0 0 l 9 9{\\p0}Text\\Nline')
  expect(cues[0]?.spans).toEqual([{ text: 'Text\nline' }])
})

test('convertSubtitleFile: notes what the format cannot hold', () => {
  const { report } = convert('1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<i>Hi</i>', 'srt', 'sbv')
  expect(report?.notes).toEqual([
    'SBV files hold only text: bold, italic and colors were left out.',
    'SBV files do not hold positions: all subtitles appear at the bottom.',
  ])
})

test('convertSubtitleFile: lyrics with several times and an offset', () => {
  const { text } = convert(
    '[ar:Ann]\n[offset:500]\n[00:10.50][00:02.50]La <00:02.80>la\n[00:05.50]End',
    'lrc',
    'srt',
  )
  expect(text).toBe(
    '1\n00:00:02,000 --> 00:00:05,000\nLa la\n\n2\n00:00:05,000 --> 00:00:10,000\nEnd\n\n3\n00:00:10,000 --> 00:00:15,000\nLa la\n',
  )
})

test('convertSubtitleFile: TTML times in frames and ticks, nested styles, entities left alone', () => {
  const ttml = `<!DOCTYPE tt [<!ENTITY x SYSTEM "file:///etc/passwd">]><tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" xmlns:tts="http://www.w3.org/ns/ttml#styling" ttp:frameRate="25" ttp:tickRate="1000"><head><styling><style xml:id="a" style="a" tts:fontStyle="italic"/></styling></head><body><div begin="1s"><p begin="00:00:01:05" end="4000t" style="a">One<br/>&x;</p></div></body></tt>`
  const { text, report } = convert(ttml, 'ttml', 'srt')
  expect(text).toBe('1\n00:00:02,200 --> 00:00:05,000\n<i>One\n&x;</i>\n')
  expect(report?.warnings).toHaveLength(1)
})

test('convertSubtitleFile: a text without times is damaged', () => {
  expect(() => convert('Just a letter.', 'srt', 'vtt')).toThrow('file-damaged')
})

test('convertSubtitleFile: many open tags take linear time', () => {
  const started = performance.now()
  convert(`1\n00:00:01,000 --> 00:00:02,000\n${'<b>x'.repeat(60_000)}`, 'srt', 'vtt')
  expect(performance.now() - started).toBeLessThan(15_000)
})

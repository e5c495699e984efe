/** Writes subtitles as ASS for libass: sized by the frame, outlined for contrast, with override codes escaped. */
import type { VideoSize } from '../encoding/video-size.ts'
import type { SubtitleCue } from './parse-srt.ts'

export function writeAss(
  cues: readonly SubtitleCue[],
  { width, height }: VideoSize,
  // About 40 characters fit into a line, on portrait video too.
  fontSize = Math.max(8, Math.round(Math.min(height * 0.055, width * 0.045))),
): string {
  const text = cues.flatMap(({ lines }) => lines).join(' ')
  const outline = Math.max(1, fontSize / 14).toFixed(1)
  const sideMargin = Math.round(width * 0.04)
  const bottomMargin = Math.round(height * 0.05)
  const style = [
    ...['Default', fontFor(text), fontSize],
    ...['&H00FFFFFF', '&H00FFFFFF', '&H00000000', '&H80000000'],
    ...[0, 0, 0, 0, 100, 100, 0, 0, 1, outline, 0, 2],
    // Encoding -1: libass detects the base direction of every line.
    ...[sideMargin, sideMargin, bottomMargin, -1],
  ]
  return [
    '[Script Info]',
    'ScriptType: v4.00+',
    `PlayResX: ${width}`,
    `PlayResY: ${height}`,
    'WrapStyle: 0',
    'ScaledBorderAndShadow: yes',
    '',
    '[V4+ Styles]',
    'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding',
    `Style: ${style.join(',')}`,
    '',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    ...cues.map(
      ({ startSeconds, endSeconds, lines }) =>
        `Dialogue: 0,${assTime(startSeconds)},${assTime(endSeconds)},Default,,0,0,0,,${lines.map(literal).join('\\N')}`,
    ),
    '',
  ].join('\n')
}

const wordJoiner = '\u2060'

/** Prevents override code injection: braces open override blocks, and a backslash may begin an escape such as \N. */
function literal(line: string): string {
  return line.replaceAll('\\', `\\${wordJoiner}`).replaceAll('{', '\\{').replaceAll('}', '\\}')
}

/** Noto Sans covers European scripts. libass finds fallbacks itself, but cannot know the language of Han characters. */
function fontFor(text: string): string {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'Noto Sans CJK JP'
  if (/\p{Script=Hangul}/u.test(text)) return 'Noto Sans CJK KR'
  if (/\p{Script=Han}/u.test(text)) return 'Noto Sans CJK SC'
  return 'Noto Sans'
}

function assTime(seconds: number): string {
  const hundredths = Math.round(seconds * 100)
  const part = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(hundredths / 360_000)
  return `${hours}:${part(Math.floor(hundredths / 6000) % 60)}:${part(Math.floor(hundredths / 100) % 60)}.${part(hundredths % 100)}`
}

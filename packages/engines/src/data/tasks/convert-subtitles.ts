/** Converts subtitles, shifts them and changes their frame rate. */
import { formats } from '@filesmith/contract/formats'
import { convertSubtitles } from '@filesmith/contract/operations/convert-subtitles'
import type { z } from 'zod'
import { formatIn } from '../../ability.ts'
import { JobFailure } from '../../process/job-failure.ts'
import { readTextLines } from '../read-text.ts'
import { retimeAss } from '../subtitles/ass.ts'
import { type Cue, defaultPlace, isStyled, linesOf } from '../subtitles/cue.ts'
import { subtitleReaders, subtitleWriters } from '../subtitles/registry.ts'
import type { DataResult, DataTask } from './task.ts'

type SubtitleOptions = Omit<z.output<typeof convertSubtitles.options>, 'outputFormat'>

export function convertSubtitleFile(task: DataTask<SubtitleOptions>): DataResult {
  const { input, options } = task
  const named = formatIn(convertSubtitles.inputs, task.from)
  const to = formatIn(convertSubtitles.outputs, task.to)
  const text = readTextLines(input)
  const found = findSubtitleFormat(text) ?? named
  const { cues, notes = [], warnings = [] } = subtitleReaders[found].read(text, options.frameRate)
  if (cues.length === 0) throw new JobFailure('file-damaged')
  const moved = cues.flatMap(cue => moveTimes(cue, options) ?? [])
  const reportOf = (lost: readonly string[]) => () => ({
    notes: [...notes, ...lost, ...droppedNotes(cues.length - moved.length)],
    warnings: [...warnings],
  })
  // Fonts, effects and positions stay, which a writer does not know.
  if (found === 'ass' && named === to && movesTimes(options))
    return { content: retimeAss(text, times => moveTimes(times, options)), report: reportOf([]) }
  if (found === 'ass' && named === to) return { content: text, report: reportOf([]) }
  return {
    content: subtitleWriters[to].write(moved, options.frameRate),
    report: reportOf(lossNotes(moved, to)),
  }
}

function droppedNotes(dropped: number): readonly string[] {
  if (dropped === 0) return []
  return [`${dropped} of the subtitles would end before the video begins, so they were left out.`]
}

type SubtitleOutput = (typeof convertSubtitles.outputs)[number]

function lossNotes(cues: readonly Cue[], to: SubtitleOutput): readonly string[] {
  const { styles, holdsColors, holdsPlaces } = subtitleWriters[to]
  const { label } = formats[to]
  const hasMixedLine = (cue: Cue) =>
    linesOf(cue).some(line => line.length > 1 && line.some(span => isStyled(span)))
  const losesStyles =
    (styles === 'none' && cues.some(({ spans }) => spans.some(isStyled))) ||
    (styles === 'lines' && cues.some(hasMixedLine))
  const losesColors = !holdsColors && cues.some(({ spans }) => spans.some(({ color }) => color !== undefined))
  return [
    ...(losesStyles && styles === 'none'
      ? [`${label} files hold only text: bold, italic and colors were left out.`]
      : []),
    ...(losesStyles && styles === 'lines'
      ? [`${label} files style whole lines: the style of single words was left out.`]
      : []),
    ...(losesColors && styles !== 'none' ? [`${label} files do not hold colors, which were left out.`] : []),
    ...(!holdsPlaces && cues.some(({ place }) => place !== defaultPlace)
      ? [`${label} files do not hold positions: all subtitles appear at the bottom.`]
      : []),
  ]
}

/** Recognizes subtitles by their content: many files have the extension of another format. */

function findSubtitleFormat(
  text: string,
): 'vtt' | 'ass' | 'ttml' | 'srt' | 'sub' | 'sbv' | 'lrc' | undefined {
  const start = text.slice(0, 100_000)
  if (/^\s*WEBVTT(?:\s|$)/.test(start)) return 'vtt'
  if (/^[ \t\ufeff]*\[Script Info\]/im.test(start) || /^Dialogue:/im.test(start)) return 'ass'
  if (/<(?:[\w-]{1,40}:)?tt[\s>]/.test(start)) return 'ttml'
  if (/^[ \t\ufeff]*[\d:.,]{4,20}[ \t]*-{1,2}>[ \t]*[\d:.,]{4,20}/m.test(start)) return 'srt'
  if (/^[ \t\ufeff]*(?:\{\d+\}\{\d*\}|\[\d+\]\[\d*\])/m.test(start)) return 'sub'
  if (/^[ \t\ufeff]*\d{1,2}:\d\d:\d\d\.\d{2,3},\d{1,2}:\d\d:\d\d\.\d{2,3}[ \t]*$/m.test(start)) return 'sbv'
  return /^[ \t\ufeff]*\[\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?\]/m.test(start) ? 'lrc' : undefined
}

/** Moves subtitles in time: another frame rate, then a shift. */
interface Retiming {
  readonly shiftMs: number
  readonly fromFrameRate?: number | undefined
  readonly toFrameRate?: number | undefined
}

type Times = Pick<Cue, 'startMs' | 'endMs'>

function movesTimes({ shiftMs, fromFrameRate, toFrameRate }: Retiming): boolean {
  return shiftMs !== 0 || fromFrameRate !== toFrameRate
}

/** A video that is played faster ends earlier. Undefined where nothing is left after the start of the video. */
function moveTimes<Moved extends Times>(
  times: Moved,
  { shiftMs, fromFrameRate, toFrameRate }: Retiming,
): Moved | undefined {
  const factor = fromFrameRate === undefined || toFrameRate === undefined ? 1 : fromFrameRate / toFrameRate
  const [startMs, endMs] = [times.startMs, times.endMs].map(ms => Math.round(ms * factor) + shiftMs)
  if (endMs === undefined || startMs === undefined || (endMs <= 0 && startMs < 0)) return undefined
  return { ...times, startMs: Math.max(0, startMs), endMs }
}

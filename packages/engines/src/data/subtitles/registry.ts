/** Readers and writers of subtitle formats, and what each can hold. */
import type { convertSubtitles } from '@filesmith/contract/operations/convert-subtitles'
import { readAss, writeSubStation } from './ass.ts'
import { type Cue, cueText, type ReadSubtitles } from './cue.ts'
import { readLrc, writeLrc } from './lrc.ts'
import { writeMicroDvd } from './microdvd.ts'
import { writeMpl2 } from './mpl2.ts'
import { readSub } from './read-sub.ts'
import { readSbv, writeSbv } from './sbv.ts'
import { readSrt, writeSrt } from './srt.ts'
import { readTtml, writeTtml } from './ttml.ts'
import { readVtt, writeVtt } from './vtt.ts'

type SubtitleInput = (typeof convertSubtitles.inputs)[number]
type SubtitleOutput = (typeof convertSubtitles.outputs)[number]

interface SubtitleFormat {
  readonly read: (text: string, frameRate: number | undefined) => ReadSubtitles
}

export const subtitleReaders: Readonly<Record<SubtitleInput, SubtitleFormat>> = {
  srt: { read: readSrt },
  vtt: { read: readVtt },
  ass: { read: readAss },
  ssa: { read: readAss },
  sub: { read: readSub },
  mpl: { read: readSub },
  ttml: { read: readTtml },
  sbv: { read: readSbv },
  lrc: { read: readLrc },
}

interface SubtitleWriter {
  readonly write: (cues: readonly Cue[], frameRate: number | undefined) => string
  /** Whether it can hold the style of single words, of whole lines, or none. */
  readonly styles: 'words' | 'lines' | 'none'
  readonly holdsColors: boolean
  readonly holdsPlaces: boolean
}

const everything = { styles: 'words', holdsColors: true, holdsPlaces: true } as const
const nothing = { styles: 'none', holdsColors: false, holdsPlaces: false } as const

export const subtitleWriters: Readonly<Record<SubtitleOutput, SubtitleWriter>> = {
  srt: { ...everything, write: writeSrt },
  vtt: { ...everything, write: writeVtt },
  ass: { ...everything, write: cues => writeSubStation(cues, 'ass') },
  ssa: { ...everything, write: cues => writeSubStation(cues, 'ssa') },
  sub: { styles: 'lines', holdsColors: true, holdsPlaces: false, write: writeMicroDvd },
  mpl: { styles: 'lines', holdsColors: false, holdsPlaces: false, write: writeMpl2 },
  ttml: { ...everything, write: writeTtml },
  sbv: { ...nothing, write: writeSbv },
  lrc: { ...nothing, write: writeLrc },
  txt: { ...nothing, write: cues => `${cues.map(cueText).join('\n')}\n` },
}

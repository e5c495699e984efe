/** Subtitles. All but one are text without a fixed start, so the name decides. */
import type { FormatDefinition } from './format-definition.ts'

export const subtitleFormats = {
  srt: {
    label: 'SRT',
    kind: 'subtitles',
    mime: 'application/x-subrip',
    extensions: ['srt'],
    looksLike: ['txt'],
  },
  vtt: {
    label: 'VTT',
    kind: 'subtitles',
    mime: 'text/vtt',
    extensions: ['vtt', 'webvtt'],
    looksLike: ['txt'],
  },
  ass: { label: 'ASS', kind: 'subtitles', mime: 'text/x-ass', extensions: ['ass'], looksLike: ['txt'] },
  ssa: { label: 'SSA', kind: 'subtitles', mime: 'text/x-ssa', extensions: ['ssa'], looksLike: ['txt'] },
  // MicroDVD; times are frames. Other formats with the same extension are read by their content.
  sub: { label: 'SUB', kind: 'subtitles', mime: 'text/x-microdvd', extensions: ['sub'], looksLike: ['txt'] },
  mpl: {
    label: 'MPL',
    kind: 'subtitles',
    mime: 'text/x-mpl2',
    extensions: ['mpl', 'mpl2'],
    looksLike: ['txt'],
  },
  ttml: {
    label: 'TTML',
    kind: 'subtitles',
    mime: 'application/ttml+xml',
    extensions: ['ttml', 'dfxp', 'itt'],
    looksLike: ['txt', 'xml'],
  },
  sbv: { label: 'SBV', kind: 'subtitles', mime: 'text/x-sbv', extensions: ['sbv'], looksLike: ['txt'] },
  lrc: { label: 'LRC', kind: 'subtitles', mime: 'text/x-lrc', extensions: ['lrc'], looksLike: ['txt'] },
  // Known only to be refused by its name: its subtitles are images.
  vobsub: {
    label: 'VobSub',
    kind: 'subtitles',
    mime: 'text/x-vobsub',
    extensions: ['idx'],
    signatures: ['# VobSub index file'],
    isRefused: true,
  },
} as const satisfies Record<string, FormatDefinition>

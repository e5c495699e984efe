/** Options of each operation for an attack; free text fields are hostile as well. */

import { extractionInputs } from '@filesmith/contract/operations/media-calls'
import type { Requested } from '@filesmith/contract/operations/operation'
import { parseStoredOptions } from '@filesmith/contract/operations/parse-options'
import type { Attack } from './choose-attacks.ts'
import type { Targets } from './hostile-file.ts'

export function attackOptions({ operation, from, to, file }: Attack, targets: Targets): Requested {
  const hostileOptions: Readonly<Record<string, object>> = {
    'convert-audio': { isExtraction: (extractionInputs as readonly string[]).includes(from) },
    'translate-document': { sourceLanguage: 'en', targetLanguage: 'es' },
    'add-subtitles': { subtitles: subtitles(targets), way: file.what.length % 2 === 0 ? 'burn' : 'track' },
    'create-gif': {
      caption: `%{file:${targets.text}} '; movie=${targets.video} $(id)`,
      duration: 1,
      width: 160,
    },
    'create-favicons': { name: `"}],"start_url":"${targets.http}","x":[{"a":"`.slice(0, 60) },
    'resize-image': { width: 40, outputFormat: to },
    'edit-image': { blur: 5, rotate: 10 },
    'create-audiobook': { title: `\n[CHAPTER]\n${targets.text}`, author: `$(id) ${targets.http}` },
    'edit-audio': { normalize: true, removeSilence: true },
    'protect-pdf': { password: `$(id) --password-file=${targets.text}` },
    'watermark-pdf': { text: `(${targets.text}) Tj ET ${targets.http}`, tiled: true },
    'number-pdf': { bottomCenter: `{page} {file} ${targets.text}` },
    'stamp-pdf': { stamps: [{ text: `\\) Tj (${targets.text}`, x: 10, y: 10, width: 90 }] },
    'crop-pdf': { top: 5 },
    'edit-pdf-metadata': { title: `<x:xmpmeta>&${targets.text};</x:xmpmeta>` },
    // A value for a field that the file does not have is refused before anything is drawn.
    'fill-pdf': { flatten: true },
    'compare-pdfs': { pages: '1:all; 1:all', allPages: to === 'pdf' },
    'redact-pdf': { words: ['the', targets.text.slice(-60)], patterns: ['email', 'phone'] },
  }
  return parseStoredOptions(operation, { outputFormat: to, ...hostileOptions[operation] })
}

/** Subtitle tags that reference fonts, images and vector drawings. */
function subtitles({ video, image, http, text }: Targets): string {
  return [
    '1\n00:00:00,000 --> 00:00:01,000',
    `{\\fnfile://${text}}<font face="${text}">a</font> {\\img(${image})}{\\p9}m 0 0 l 9999999 9999999{\\p0}`,
    `<img src="${http}/srt.png"> movie=${video} '],[in]movie=${video}[x];[x]\\\n`,
    `2\n00:00:01,000 --> 99:59:59,999\n${'{\\t(\\fscx1000000)}'.repeat(50)}b\n`,
  ].join('\n')
}

/** Listens through a server that speaks OpenAI's protocol; where somebody speaks at all is still found out here. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SpeechSettings } from '../../engine.ts'
import { type FfmpegContext, runMedia } from '../../ffmpeg/run/media-process.ts'
import type { WarmPool } from '../../process/warm-pool.ts'
import { type Activity, findSpeech } from '../activity/find-speech.ts'
import { toFrame } from '../activity/levels.ts'
import { sampleRateHz } from '../activity/measure-levels.ts'
import type { Piece } from '../activity/plan-windows.ts'
import { createHelperCalls } from '../helper-calls.ts'
import { type Listener, type Listening, unknownLanguage } from '../listener.ts'
import { copyPieces } from '../read-audio.ts'
import { type PlacedSegment, placeText } from '../transcript/place-words.ts'
import { askServer, type ServerAnswer } from './ask-server.ts'
import { languageCode } from './language-code.ts'
import { planSendings } from './plan-sendings.ts'

const detectedLanguage = 'auto'

export function createServerListener(
  pool: WarmPool,
  context: FfmpegContext,
  server: NonNullable<SpeechSettings['server']>,
): Listener {
  return {
    async listen(listening) {
      const { sound, language: asked, workFolder, signal, onHeard } = listening
      const levels = await createHelperCalls(pool, context.settings, workFolder, signal).measure(sound)
      const activity = findSpeech(levels)
      const wanted = asked === detectedLanguage ? undefined : asked
      const segments: PlacedSegment[] = []
      let language = wanted
      for (const piece of planSendings(levels, activity)) {
        const path = await packPiece(context, listening, piece)
        const answer = await askServer(server, { path, language: wanted, signal })
        await rm(path)
        if (answer.language !== undefined) language ??= languageCode(answer.language)
        segments.push(...placeAnswer(answer, piece, activity))
        onHeard(piece.endSeconds)
      }
      return { language: language ?? unknownLanguage, segments }
    },
  }
}

async function packPiece(context: FfmpegContext, listening: Listening, piece: Piece): Promise<string> {
  const { sound, workFolder, signal } = listening
  const raw = await copyPieces(sound.path, [piece], join(workFolder, 'sending.pcm'))
  const name = 'sending.flac'
  await runMedia(
    context,
    { path: raw, format: 'wav', workFolder, signal },
    {
      program: 'ffmpeg',
      args: ({ input, outFolder }) => [
        ...['-nostdin', '-hide_banner', '-v', 'error', '-y', '-protocol_whitelist', 'file,pipe'],
        ...['-f', 's16le', '-ar', String(sampleRateHz), '-ac', '1', '-i', input],
        ...['-c:a', 'flac', '-f', 'flac', join(outFolder, name)],
      ],
    },
  )
  await rm(raw)
  return join(workFolder, name)
}

/** Times of the answer are those of the piece; what it says where nobody speaks is left out. */
function placeAnswer(answer: ServerAnswer, piece: Piece, activity: Activity): readonly PlacedSegment[] {
  const toVideo = (seconds: number) =>
    Math.min(piece.endSeconds, piece.startSeconds + Math.max(0, Number.isFinite(seconds) ? seconds : 0))
  const length = piece.endSeconds - piece.startSeconds
  const told = answer.segments.length > 0 ? answer.segments : [{ start: 0, end: length, text: answer.text }]
  let earliest = piece.startSeconds
  return told.flatMap(({ start, end, text }) => {
    const startSeconds = Math.max(earliest, toVideo(start))
    const endSeconds = Math.max(startSeconds, toVideo(end))
    if (text.trim() === '' || !isSpoken(activity, startSeconds, endSeconds)) return []
    earliest = endSeconds
    const words = placeText(text, startSeconds, endSeconds, activity.isActive)
    return [{ words: withServerTimes(words, answer.words, toVideo, { start, end }) }]
  })
}

function isSpoken({ stretches }: Activity, startSeconds: number, endSeconds: number): boolean {
  return stretches.some(({ from, until }) => from < toFrame(endSeconds) && until > toFrame(startSeconds))
}

/** The server's own times of words, where it gives as many words as the text has. */
function withServerTimes(
  words: PlacedSegment['words'],
  told: ServerAnswer['words'],
  toVideo: (seconds: number) => number,
  span: { readonly start: number; readonly end: number },
): PlacedSegment['words'] {
  const inside = told.filter(
    ({ start, end }) => (start + end) / 2 >= span.start && (start + end) / 2 < span.end,
  )
  if (inside.length !== words.length) return words
  const [first, last] = [words[0]?.startSeconds ?? 0, words.at(-1)?.endSeconds ?? 0]
  let earliest = first
  return words.map(({ text }, index) => {
    const startSeconds = Math.min(last, Math.max(earliest, toVideo(inside[index]?.start ?? 0)))
    const endSeconds = Math.min(last, Math.max(startSeconds, toVideo(inside[index]?.end ?? 0)))
    earliest = endSeconds
    return { text, startSeconds, endSeconds }
  })
}

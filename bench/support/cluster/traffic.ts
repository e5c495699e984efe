/** What the clients of the load test do: mostly small pictures, now and then something else, each in its own way. */
import { setTimeout as delay } from 'node:timers/promises'
import type { OperationId } from '@filesmith/contract/operations/registry'
import { type ConversionState, isFinished } from '@filesmith/contract/schemas/conversion'
import type { Visitor } from '../../../tests/support/visitor.ts'

export type Kind =
  | 'picture'
  | 'picture by form'
  | 'picture by polling'
  | 'recording'
  | 'document'
  | 'archive'
  | 'film'

export interface Sample {
  readonly bytes: Uint8Array
  readonly name: string
}

export type Samples = Readonly<Record<'picture' | 'recording' | 'document' | 'film', Sample>>

/** Of every forty jobs. */
const shares: Readonly<Record<Kind, number>> = {
  picture: 24,
  'picture by form': 6,
  'picture by polling': 4,
  recording: 2,
  document: 2,
  archive: 1,
  film: 1,
}
const deck = (Object.keys(shares) as Kind[]).flatMap(kind => Array.from({ length: shares[kind] }, () => kind))

/** The same order in every run; 17 shares no factor with forty, so kinds are mixed well. */
export function kindOf(jobNumber: number): Kind {
  return deck[(jobNumber * 17) % deck.length] ?? 'picture'
}

const pollMs = 500

export async function doJob(visitor: Visitor, kind: Kind, samples: Samples): Promise<void> {
  const sent = (operation: OperationId, sample: Sample, fields: Record<string, string>) =>
    byUpload(visitor, operation, sample, fields, followEvents)
  if (kind === 'picture') await sent('convert-image', samples.picture, { outputFormat: 'webp' })
  if (kind === 'picture by polling')
    await byUpload(visitor, 'convert-image', samples.picture, { outputFormat: 'png' }, poll)
  if (kind === 'picture by form') await byForm(visitor, samples.picture)
  if (kind === 'recording') await sent('convert-audio', samples.recording, { outputFormat: 'mp3' })
  if (kind === 'document') await sent('convert-document', samples.document, { outputFormat: 'pdf' })
  if (kind === 'film') await sent('convert-video', samples.film, { outputFormat: 'webm' })
  if (kind === 'archive') await archive(visitor, [samples.picture, samples.document])
}

type Wait = (visitor: Visitor, urls: { statusUrl: string; eventsUrl: string }) => Promise<ConversionState>

async function byUpload(
  visitor: Visitor,
  operation: OperationId,
  { bytes, name }: Sample,
  fields: Record<string, string>,
  wait: Wait,
): Promise<void> {
  const uploadId = await visitor.upload(bytes, name, operation as 'convert-image')
  const accepted = await visitor.convertAsync(uploadId, fields, operation)
  if (!accepted.id) throw new Error(`not accepted: ${JSON.stringify(accepted)}`)
  const state = await wait(visitor, accepted)
  if (state.status !== 'succeeded') throw new Error(`${operation} ended as ${JSON.stringify(state)}`)
  await takeHome(visitor, `/api/download/${accepted.id}`, state.resultSize ?? undefined)
}

const followEvents: Wait = async (visitor, { statusUrl, eventsUrl }) =>
  (await visitor.follow({ id: '', statusUrl, eventsUrl })).at(-1) as ConversionState

const poll: Wait = async (visitor, { statusUrl }) => {
  for (;;) {
    const state = await visitor.json<ConversionState>(statusUrl)
    if (isFinished(state.status)) return state
    await delay(pollMs)
  }
}

async function byForm(visitor: Visitor, { bytes, name }: Sample): Promise<void> {
  const reply = await visitor.convert(new Blob([bytes as Uint8Array<ArrayBuffer>]), name, {
    outputFormat: 'jpg',
  })
  await takeFromReply(visitor, reply)
}

async function archive(visitor: Visitor, samples: readonly Sample[]): Promise<void> {
  const form = new FormData()
  for (const { bytes, name } of samples)
    form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
  form.set('outputFormat', 'zip')
  await takeFromReply(visitor, await visitor.fetch('/api/compress/files', { method: 'POST', body: form }))
}

async function takeFromReply(visitor: Visitor, reply: Response): Promise<void> {
  if (!reply.ok) throw new Error(`the call answered ${reply.status}: ${await reply.text()}`)
  if (!reply.headers.get('content-type')?.includes('json')) {
    if ((await reply.arrayBuffer()).byteLength === 0) throw new Error('an empty result')
    return
  }
  const { downloadUrl } = (await reply.json()) as { downloadUrl: string }
  await takeHome(visitor, downloadUrl)
}

async function takeHome(visitor: Visitor, path: string, expectedBytes?: number): Promise<void> {
  const download = await visitor.fetch(path)
  const { byteLength } = await download.arrayBuffer()
  if (download.status !== 200) throw new Error(`the download answered ${download.status}`)
  if (byteLength === 0 || byteLength !== (expectedBytes ?? byteLength))
    throw new Error(`${byteLength} of ${expectedBytes} bytes came`)
}

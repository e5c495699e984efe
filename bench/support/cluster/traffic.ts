/** Jobs of the load test: mostly small images, some of other kinds, uploaded and awaited in different ways. */
import { setTimeout as delay } from 'node:timers/promises'
import { isFinished } from '@filesmith/contract/conversion-status'
import type { OperationId } from '@filesmith/contract/operations/registry'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import type { Visitor } from '../../../tests/support/visitor.ts'

export type Kind = 'image' | 'image by form' | 'image by polling' | 'audio' | 'document' | 'archive' | 'video'

export interface Sample {
  readonly bytes: Uint8Array
  readonly name: string
}

export type Samples = Readonly<Record<'image' | 'audio' | 'document' | 'video', Sample>>

/** Out of forty jobs. */
const shares: Readonly<Record<Kind, number>> = {
  image: 24,
  'image by form': 6,
  'image by polling': 4,
  audio: 2,
  document: 2,
  archive: 1,
  video: 1,
}
const kindSequence = (Object.keys(shares) as Kind[]).flatMap(kind =>
  Array.from({ length: shares[kind] }, () => kind),
)

/** The same order in every run; 17 is coprime to 40, which interleaves the kinds. */
export function kindOf(jobNumber: number): Kind {
  return kindSequence[(jobNumber * 17) % kindSequence.length] ?? 'image'
}

const pollMs = 500

export async function runJob(visitor: Visitor, kind: Kind, samples: Samples): Promise<void> {
  const uploadAndFollow = (operation: OperationId, sample: Sample, fields: Record<string, string>) =>
    byUpload(visitor, operation, sample, fields, followEvents)
  if (kind === 'image') await uploadAndFollow('convert-image', samples.image, { outputFormat: 'webp' })
  if (kind === 'image by polling')
    await byUpload(visitor, 'convert-image', samples.image, { outputFormat: 'png' }, poll)
  if (kind === 'image by form') await byForm(visitor, samples.image)
  if (kind === 'audio') await uploadAndFollow('convert-audio', samples.audio, { outputFormat: 'mp3' })
  if (kind === 'document')
    await uploadAndFollow('convert-document', samples.document, { outputFormat: 'pdf' })
  if (kind === 'video') await uploadAndFollow('convert-video', samples.video, { outputFormat: 'webm' })
  if (kind === 'archive') await archive(visitor, [samples.image, samples.document])
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
  if (state.status !== 'succeeded') throw new Error(`${operation} finished as ${JSON.stringify(state)}`)
  await downloadResult(visitor, `/api/download/${accepted.id}`, state.resultSize ?? undefined)
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
  await downloadFromReply(visitor, reply)
}

async function archive(visitor: Visitor, samples: readonly Sample[]): Promise<void> {
  const form = new FormData()
  for (const { bytes, name } of samples)
    form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
  form.set('outputFormat', 'zip')
  await downloadFromReply(visitor, await visitor.fetch('/api/compress/files', { method: 'POST', body: form }))
}

async function downloadFromReply(visitor: Visitor, reply: Response): Promise<void> {
  if (!reply.ok) throw new Error(`request answered ${reply.status}: ${await reply.text()}`)
  if (!reply.headers.get('content-type')?.includes('json')) {
    if ((await reply.arrayBuffer()).byteLength === 0) throw new Error('empty result')
    return
  }
  const { downloadUrl } = (await reply.json()) as { downloadUrl: string }
  await downloadResult(visitor, downloadUrl)
}

async function downloadResult(visitor: Visitor, path: string, expectedBytes?: number): Promise<void> {
  const download = await visitor.fetch(path)
  const { byteLength } = await download.arrayBuffer()
  if (download.status !== 200) throw new Error(`download answered ${download.status}`)
  if (byteLength === 0 || byteLength !== (expectedBytes ?? byteLength))
    throw new Error(`received ${byteLength} of ${expectedBytes} bytes`)
}

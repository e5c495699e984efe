/** Web worker: opens PDFs with PDFium (WebAssembly) and draws their pages. Its response allows WebAssembly; pages do not. */
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import wasmUrl from '@hyzyla/pdfium/pdfium.wasm?url'
import type { DrawingReply, DrawingRequest, OpenResult } from './drawing-messages.ts'
import { type FormReading, noForm } from './form-fields.ts'
import { readForm } from './read-form.ts'

/** Documents beyond this are closed, the ones used least recently first, and opened again when they are needed. */
const maxOpenBytes = 384 * 1024 * 1024
/** WebAssembly memory ends at 2 GB, and holds each open file and what is drawn of it. */
const maxFileBytes = 1024 * 1024 * 1024

interface Source {
  readonly file: Blob
  readonly password: string
}

const sources = new Map<string, Source>()
/** In the order of their last use. */
const open = new Map<string, PDFiumDocument>()
let loading: Promise<PDFiumLibrary> | undefined

const library = () => {
  loading ??= PDFiumLibrary.init({ wasmUrl: new URL(wasmUrl, self.location.href).href })
  return loading
}
// Loaded while the user chooses a file.
void library()

self.addEventListener('message', ({ data }: MessageEvent<DrawingRequest>) => {
  queue = queue.then(() => answer(data))
})
/** One request at a time: opening is asynchronous. */
let queue: Promise<void> = Promise.resolve()

async function answer(request: DrawingRequest): Promise<void> {
  if (request.ask === 'open') reply({ id: request.id, opened: await openSource(request) })
  else if (request.ask === 'close') closeSource(request.source)
  else if (request.ask === 'measure')
    reply({ id: request.id, size: await measure(request).catch(startAgain) })
  else if (request.ask === 'form') reply({ id: request.id, form: await formOf(request.source) })
  else {
    const bitmap = await draw(request).catch(startAgain)
    reply({ id: request.id, bitmap })
  }
}

/** After a trap, PDFium answers nothing any more: it is loaded again for the next page. */
function startAgain(error: unknown): undefined {
  if (!(error instanceof WebAssembly.RuntimeError)) return
  loading = undefined
  open.clear()
}

function reply(message: DrawingReply): void {
  self.postMessage(message, {
    transfer: 'bitmap' in message && message.bitmap ? [message.bitmap] : [],
  })
}

async function openSource({
  source,
  file,
  password,
}: Extract<DrawingRequest, { ask: 'open' }>): Promise<OpenResult> {
  closeSource(source)
  if (file.size > maxFileBytes) return { result: 'too-large' }
  sources.set(source, { file, password })
  try {
    const document = await documentOf(source)
    const pageCount = document?.getPageCount() ?? 0
    return pageCount > 0 ? { result: 'opened', pageCount } : { result: 'damaged' }
  } catch (error) {
    sources.delete(source)
    const isLocked = error instanceof Error && /password/i.test(error.message)
    return { result: isLocked ? 'locked' : 'damaged' }
  }
}

async function documentOf(source: string): Promise<PDFiumDocument | undefined> {
  const known = open.get(source)
  const about = sources.get(source)
  if (about === undefined) return undefined
  const document = known ?? (await load(about))
  open.delete(source)
  open.set(source, document)
  return document
}

async function load({ file, password }: Source): Promise<PDFiumDocument> {
  closeOldest(file.size)
  const bytes = new Uint8Array(await file.arrayBuffer())
  return (await library()).loadDocument(bytes, password)
}

function closeOldest(neededBytes: number): void {
  let openBytes = neededBytes
  for (const source of open.keys()) openBytes += sources.get(source)?.file.size ?? 0
  for (const source of open.keys()) {
    if (openBytes <= maxOpenBytes) return
    openBytes -= sources.get(source)?.file.size ?? 0
    closeDocument(source)
  }
}

function closeDocument(source: string): void {
  open.get(source)?.destroy()
  open.delete(source)
}

function closeSource(source: string): void {
  closeDocument(source)
  sources.delete(source)
}

async function measure({ source, page: number }: Extract<DrawingRequest, { ask: 'measure' }>) {
  const page = (await documentOf(source))?.getPage(number - 1)
  const { originalWidth = 0, originalHeight = 0 } = page?.getOriginalSize() ?? {}
  return originalWidth > 0 && originalHeight > 0
    ? { width: originalWidth, height: originalHeight }
    : undefined
}

async function formOf(source: string): Promise<FormReading> {
  try {
    const document = await documentOf(source)
    return document === undefined ? noForm : readForm(document)
  } catch (error) {
    startAgain(error)
    return noForm
  }
}

async function draw({
  source,
  page: number,
  maxSidePx,
}: Extract<DrawingRequest, { ask: 'draw' }>): Promise<ImageBitmap | undefined> {
  const document = await documentOf(source)
  const page = document?.getPage(number - 1)
  const { originalWidth = 0, originalHeight = 0 } = page?.getOriginalSize() ?? {}
  if (page === undefined || originalWidth <= 0 || originalHeight <= 0) return undefined
  const scale = maxSidePx / Math.max(originalWidth, originalHeight)
  const { data, width, height } = await page.render({
    width: Math.max(1, Math.round(originalWidth * scale)),
    height: Math.max(1, Math.round(originalHeight * scale)),
    scale: 1,
    render: 'bitmap',
    renderFormFields: true,
  })
  return createImageBitmap(new ImageData(new Uint8ClampedArray(data), width, height))
}

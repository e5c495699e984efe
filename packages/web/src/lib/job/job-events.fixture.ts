/** Test fixtures: a running conversion and a fake EventSource, which happy-dom does not have. */
import type { ConversionState } from '@filesmith/contract/schemas/conversion'

export const runningConversion: ConversionState = {
  id: 'c1',
  status: 'running',
  percent: 10,
  stage: 'decode',
  secondsLeft: null,
  operation: 'convert-image',
  fileName: 'photo.jpg',
  originalFormat: 'jpg',
  convertedFormat: 'png',
  originalSize: 1000,
  resultSize: null,
  media: null,
  notes: [],
  downloadUrl: null,
  parts: [],
  error: null,
  createdAt: '2026-01-01T00:00:00Z',
  expiresAt: null,
}

export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: FakeEventSource[] = []
  readyState = 1
  readonly url: string

  constructor(url: string) {
    super()
    this.url = url
    FakeEventSource.opened.push(this)
  }

  close() {
    this.readyState = FakeEventSource.CLOSED
  }

  say(type: string, change: Partial<ConversionState>) {
    this.send({ ...runningConversion, ...change }, type)
  }

  send(state: object, type = 'message') {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(state) }))
  }

  breakDown() {
    this.close()
    this.dispatchEvent(new Event('error'))
  }

  static latest(): FakeEventSource {
    const latest = FakeEventSource.opened.at(-1)
    if (!latest) throw new Error('no event source was opened')
    return latest
  }
}

/** In-process SMTP server that records received mails and can reject or stall deliveries. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** The raw message. */
  readonly source: string
}

export interface TestMailServer {
  /** With user name and password. */
  readonly url: string
  readonly mails: readonly ReceivedMail[]
  /** Number of delivery attempts, rejected ones included. */
  offeredCount(): number
  /** Rejects the next `count` mails with this reply. */
  refuse(count: number, reply: { code: number; words: string }): void
  /** Does not answer the next delivery attempt; resolves when it arrives. */
  hold(): Promise<void>
  /** Waits until this many mails were accepted. */
  received(count: number): Promise<readonly ReceivedMail[]>
  close(): Promise<void>
}

const user = 'filesmith'
const password = 'a p@ssword: 100%'

export async function startMailServer(): Promise<TestMailServer> {
  const mails: ReceivedMail[] = []
  let refusals: { code: number; words: string }[] = []
  let offered = 0
  let held: PromiseWithResolvers<void> | undefined
  let arrival = Promise.withResolvers<void>()

  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth(given, _session, callback) {
      if (given.username === user && given.password === password) return callback(null, { user })
      callback(new Error('wrong user or password'))
    },
    onRcptTo(_address, _session, callback) {
      offered += 1
      if (held) return held.resolve()
      const [refusal, ...others] = refusals
      refusals = others
      callback(refusal && Object.assign(new Error(refusal.words), { responseCode: refusal.code }))
    },
    onData(stream, { envelope }, callback) {
      void text(stream).then(source => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), source })
        callback()
        arrival.resolve()
      }, callback)
    },
  })
  // Clients that disconnect during a session are not an error of the server.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo

  return {
    url: `smtp://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    mails,
    offeredCount: () => offered,
    refuse(count, reply) {
      refusals = Array.from({ length: count }, () => reply)
    },
    hold() {
      held = Promise.withResolvers<void>()
      return held.promise
    },
    async received(count) {
      while (mails.length < count) {
        await arrival.promise
        arrival = Promise.withResolvers<void>()
      }
      return mails
    },
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}

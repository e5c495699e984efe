/** A real SMTP server inside the test: keeps what it is sent, and refuses it when told to. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** As it came over the wire. */
  readonly source: string
}

export interface TestMailServer {
  /** With a user and a password in it. */
  readonly url: string
  readonly mails: readonly ReceivedMail[]
  /** How many mails were offered, also those that were refused. */
  offeredCount(): number
  /** The next ones are refused with this reply. */
  refuse(count: number, reply: { code: number; words: string }): void
  /** Answers nothing to the next mail; resolves when it has come. */
  hold(): Promise<void>
  /** Waits until this many have been taken. */
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
  let news = Promise.withResolvers<void>()

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
        news.resolve()
      }, callback)
    },
  })
  // A client that goes away in the middle is the client's affair.
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
        await news.promise
        news = Promise.withResolvers<void>()
      }
      return mails
    },
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}

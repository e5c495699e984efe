/** Sends a file through a pipe with double buffering: one buffer is filled while the other is sent. */
import { open } from 'node:fs/promises'
import type { Writable } from 'node:stream'

const maxBufferBytes = 1024 * 1024

/** Sends exactly `bytes`: a file that changes meanwhile must not desynchronize the stream. */
export async function sendFile(pipe: Writable, path: string, bytes: number): Promise<void> {
  const bufferBytes = Math.min(maxBufferBytes, bytes)
  let [filling, sending] = [Buffer.allocUnsafeSlow(bufferBytes), Buffer.allocUnsafeSlow(bufferBytes)]
  const file = await open(path)
  try {
    let sent: Promise<void> | undefined
    for (let bytesLeft = bytes; bytesLeft > 0; ) {
      const [{ bytesRead }] = await Promise.all([
        file.read(filling, 0, Math.min(bufferBytes, bytesLeft)),
        sent,
      ])
      if (bytesRead === 0) throw new Error(`A file of ${bytes} bytes ended ${bytesLeft} bytes too early`)
      bytesLeft -= bytesRead
      ;[filling, sending] = [sending, filling]
      sent = send(pipe, sending.subarray(0, bytesRead))
    }
    await sent
  } finally {
    await file.close()
  }
}

function send(pipe: Writable, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    pipe.write(bytes, error => (error ? reject(error) : resolve()))
  })
}

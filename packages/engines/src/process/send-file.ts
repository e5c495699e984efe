/** Sends a file through a pipe, from two pieces of memory in turn: one is filled while the other is on its way. */
import { open } from 'node:fs/promises'
import type { Writable } from 'node:stream'

const maxPieceBytes = 1024 * 1024

/** Exactly so many bytes: a file that grows or shrinks meanwhile must not put what comes after it out of step. */
export async function sendFile(pipe: Writable, path: string, bytes: number): Promise<void> {
  const pieceBytes = Math.min(maxPieceBytes, bytes)
  let [filling, sending] = [Buffer.allocUnsafeSlow(pieceBytes), Buffer.allocUnsafeSlow(pieceBytes)]
  const file = await open(path)
  try {
    let sent: Promise<void> | undefined
    for (let bytesLeft = bytes; bytesLeft > 0; ) {
      const [{ bytesRead }] = await Promise.all([
        file.read(filling, 0, Math.min(pieceBytes, bytesLeft)),
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

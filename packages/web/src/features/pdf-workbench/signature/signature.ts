/** A signature or stamp: drawn lines, or an image. The last one is kept in localStorage, never on the server. */
import { z } from 'zod'
import { personalPrefix } from '../../../lib/tab-work.ts'

const length = z.number().min(1).max(10_000)

const signatureSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('drawn'),
    id: z.string(),
    /** SVG path from the upper left corner of a box of this size. */
    path: z.string(),
    strokeWidth: z.number(),
    color: z.string(),
    width: length,
    height: length,
  }),
  z.object({
    kind: z.literal('image'),
    id: z.string(),
    /** Data URL of a PNG file. */
    png: z.string().startsWith('data:image/png;base64,'),
    width: length,
    height: length,
  }),
])
export type Signature = z.infer<typeof signatureSchema>

const storageKey = `${personalPrefix}signature`

export function readSignature(): Signature | undefined {
  try {
    return signatureSchema.parse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'))
  } catch {
    return undefined
  }
}

/** Undefined removes it. */
export function saveSignature(signature: Signature | undefined): void {
  try {
    if (signature) localStorage.setItem(storageKey, JSON.stringify(signature))
    else localStorage.removeItem(storageKey)
  } catch {
    // Storage may be full or disabled: the signature is there until the page is left.
  }
}

const pathPrefix = 'signature-'

/** In the file list, among the PDFs. */
export function signaturePath({ id }: Signature): string {
  return `${pathPrefix}${id}/signature.png`
}

export function isSignaturePath(path: string): boolean {
  return path.startsWith(pathPrefix)
}

/** The image as a file; undefined for drawn lines, which are sent as a path. */
export function signatureFile(signature: Signature): File | undefined {
  if (signature.kind !== 'image') return undefined
  const bytes = Uint8Array.from(atob(signature.png.slice(signature.png.indexOf(',') + 1)), character =>
    character.charCodeAt(0),
  )
  return new File([bytes], 'signature.png', { type: 'image/png' })
}

/** Where the bytes of an upload are kept; its preview stands under a key that begins with the same. */

export function uploadKey(uploadId: string): string {
  return `uploads/${uploadId}`
}

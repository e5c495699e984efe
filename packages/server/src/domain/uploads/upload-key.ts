/** Storage key of an upload; also the prefix of its preview's key. */

export function uploadKey(uploadId: string): string {
  return `uploads/${uploadId}`
}

/** Error text for a response without a message. */
export function failedWithStatus(status: number): string {
  return `Server responded with status: ${status}`
}

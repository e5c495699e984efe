/** What is said about an answer that names nothing but its status. */
export function failedWithStatus(status: number): string {
  return `Server responded with status: ${status}`
}

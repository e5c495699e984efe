/** Downloads a file of the server. Unlike a navigation, a download that fails leaves the page as it is. */
export function startDownload(url: string, fileName = ''): void {
  const link = document.createElement('a')
  link.href = url
  // Without a name, that of the response is used.
  link.download = fileName
  link.click()
}

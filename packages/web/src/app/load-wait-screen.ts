/** Loads the wait screen on demand. */

export async function loadWaitScreen() {
  return (await import('../features/wait-screen/wait-screen.tsx')).WaitScreen
}

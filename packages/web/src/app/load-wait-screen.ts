/** The wait before a conversion, which few screens need and none at first. */

export async function loadWaitScreen() {
  return (await import('../features/wait-screen/wait-screen.tsx')).WaitScreen
}

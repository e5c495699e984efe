/** Page shown outside of BASE_PATH. */

export const basePathMessages = {
  title: 'Not found',
  open: (address: string) => `Filesmith is at ${address}`,
  proxy: (address: string) =>
    `If you already opened ${address}, the reverse proxy removes this path. Let it forward the path unchanged.`,
} as const

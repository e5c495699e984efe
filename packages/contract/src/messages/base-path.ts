/** Page shown outside of BASE_PATH. */

export const basePathMessages = {
  title: 'There is no page here',
  open: (address: string) => `Open ${address}`,
  proxy: (address: string) =>
    `Filesmith is at ${address}. If you already opened that address, the reverse proxy removes the path: it must forward it unchanged.`,
} as const

/** How the embedded server runs: small, reachable by its socket only. */

export function serverSettings(socketFolder: string, options: { readonly isDurable: boolean }): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: '5432',
    max_connections: '100',
    shared_buffers: '64MB',
    max_wal_size: '256MB',
    // Three idle worker processes less; nothing here reads enough at once to gain from them.
    io_method: 'sync',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Commits still reach the kernel, so that killed processes lose nothing; only a failing machine does.
    ...(options.isDurable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

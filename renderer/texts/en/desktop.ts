/**
 * Texts of the desktop application outside of the server's pages: menus, tray, and its own pages. They are no section of `t`, because
 * the pages of the server do not show them.
 */
export const desktop = {
  name: 'Strand',
  menu: {
    file: 'File',
    edit: 'Edit',
    view: 'View',
    playback: 'Playback',
    window: 'Window',
    help: 'Help',
    servers: 'Server',
    addServer: 'Add or remove servers…',
    back: 'Back',
    forward: 'Forward',
    home: 'Home',
    miniPlayer: 'Mini player',
    closeToTray: 'Keep running in the tray when the window is closed',
    openWebsite: 'Open in browser',
    show: 'Show Strand',
    quit: 'Quit Strand',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select all',
    copyLink: 'Copy link',
    addToDictionary: 'Add to dictionary',
    noSuggestions: 'No suggestions',
  },
  playback: {
    play: 'Play',
    pause: 'Pause',
    previous: 'Previous',
    next: 'Next',
    nothing: 'Nothing is playing',
    titleBy: (title: string, creator: string) => `${title} · ${creator}`,
  },
  downloads: {
    fallbackName: 'download',
    completed: 'Download complete',
    showInFolder: 'Show in folder',
    failed: 'Download failed',
    failedText: (name: string) => `${name} could not be downloaded. Check your connection, then try again.`,
  },
  server: {
    title: 'Choose a server',
    intro: 'Enter the address of your Strand server. You can copy it from the address bar of a browser.',
    address: 'Server address',
    connect: 'Connect',
    yours: 'Your servers',
    open: 'Open',
    openNamed: (host: string) => `Open ${host}`,
    remove: 'Remove',
    removeNamed: (host: string) => `Remove ${host}`,
    current: 'current',
    insecure: 'This connection is not encrypted. Anyone on the network can read it.',
    connecting: (host: string) => `Connecting to ${host}…`,
    connectAnyway: 'Connect without encryption',
    unencryptedTitle: 'Connect without encryption?',
    cancel: 'Cancel',
    problems: {
      empty: 'Enter an address.',
      invalid: 'This is not a valid address. Example: strand.example.org',
      scheme: 'The address must start with https://.',
      credentials: 'Enter the address without a user name and password.',
      insecure: 'Servers on the internet need https://. Without encryption, only servers on your own network work.',
    },
  },
  problems: {
    retry: 'Try again',
    otherServer: 'Choose another server',
    offline: {
      title: 'You are offline',
      text: (host: string) =>
        `Strand could not load ${host}, because this computer has no network connection. Connect to a network, then try again.`,
    },
    unreachable: {
      title: 'The server cannot be reached',
      text: (host: string) => `${host} does not answer. Check the address and your connection, or try again later.`,
    },
    certificate: {
      title: 'The connection is not secure',
      text: (host: string) =>
        `The certificate of ${host} is not valid. Someone may be intercepting the connection, so Strand did not connect. Contact the operator of the server.`,
    },
    notStrand: {
      title: 'This is not a Strand server',
      text: (host: string) => `${host} answers, but not as a Strand server. Check the address.`,
    },
    unavailable: {
      title: 'The server is not available',
      text: (host: string) => `${host} is being restarted or has a problem. Try again in a few minutes.`,
    },
    redirected: {
      title: 'The server has another address',
      text: (host: string) => `${host} redirects to another address. Enter that address instead.`,
    },
    incompatible: {
      title: 'Incompatible version',
      text: (host: string) => `${host} needs another version of this application. Update Strand, or open the website in a browser.`,
    },
  },
} as const

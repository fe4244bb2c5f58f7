/**
 * The chunk groups of the renderer: lazily imported modules that load together, because the same action of the user needs them. A module
 * belongs to the first group that its path matches, otherwise to the group named after its screen or widget.
 * @type {readonly (readonly [name: string, path: RegExp])[]}
 */
const groups = [
  ['windows', /\/ui\/(Dialog|Popover|SidePanel)Window|\/ui\/MenuPopup/],
  [
    'background',
    /\/app\/(left|top)\/|\/app\/(AppDialogs|ConfirmNotice|UpdateNotice|startBackgroundTasks)|\/ui\/(swipe|scroll)|\/widgets\/(shortcuts|landing)\/|\/data\/(refetchFailed|answerMemory|rememberAnswers)|\/host\/analyticsEvents/,
  ],
  // Toasts report that other code failed to load, so they are not loaded with any.
  ['toasts', /\/ui\/ToastRegion/],
  ['intents', /\/data\/intentHandlers/],
  ['desktop', /\/app\/desktop\.|\/host\/desktop\//],
  ['hls', /\/hosted\/hls/],
  ['dash', /\/hosted\/dash/],
  ['vimeo', /\/@vimeo\/player\//],
  ['hosted', /\/outputs\/hosted\/|\/react-player\//],
  ['player', /\/player\/(sagas|outputs)\/|\/widgets\/player\/|\/host\/(?!devices\/)/],
  ['notifications', /\/NotificationWindows|\/widgets\/push\//],
  [
    'members',
    /\/host\/devices\/|\/widgets\/(follow|notifications|postParts)\/|\/widgets\/post\/CommentToggle|\/data\/(relationCommands|listSync)|\/app\/syncDeletion/,
  ],
  ['comments', /\/widgets\/post\/(CommentComposer|CommentEditor|Likers)/],
  ['post', /\/widgets\/post\/CommentSection/],
  ['post-parts', /\/repair\/index|\/embeds\/EmbedList|\/post\/CardOverlay/],
  ['gallery', /\/gallery\/Gallery\./],
  ['actions', /\/widgets\/(post|share|friends|embedCode)\//],
  ['playlist-actions', /\/screens\/bead\/(actions|arrange)\/|\/screens\/bead\/(BeadMenuItems|ExportDialog|NewPostBanner)/],
  ['editor', /\/ui\/RichTextField/],
  ['authoring', /\/screens\/addPost\/|\/widgets\/(creator|importExport|repair)\//],
  ['playlist', /\/screens\/bead\/|\/widgets\/skin\//],
  ['preferences', /\/member\/ProfileSettings|\/app\/SuspensionNotice/],
  ['feed-parts', /\/screens\/feed\/(Suggestions|Welcome)\.|\/ui\/PullToRefresh/],
  ['about', /\/screens\/notFound\//],
  ['help', /\/screens\/(bookmarklet|embedFaqs)\//],
  ['admin', /\/screens\/tvConnect\//],
]

/** @param {string} id the path of a lazily imported module */
export const chunkGroupOf = (id) =>
  groups.find(([, path]) => path.test(id))?.[0] ?? /\/(?:screens|widgets)\/(\w+)\//.exec(id)?.[1] ?? /(\w+)\.\w+$/.exec(id)?.[1] ?? id

/**
 * The groups of first pages, with how often they are opened, relative to the others. Larger pages weigh more, because each has to stay
 * within the same budget.
 * @type {readonly (readonly [weight: number, groups: string])[]}
 */
const firstPages = [
  [16, 'discover'],
  [20, 'playlist'],
  [16, 'post playlist'],
  [11, 'member'],
  [12, 'search'],
  [9, 'about'],
  [7, 'help'],
  [3, 'legal'],
  [14, 'auth'],
  [7, 'people'],
  [8, 'members discover'],
  [12, 'members playlist'],
  [12, 'members comments post playlist'],
  [9, 'members member'],
  [9, 'members search'],
  [15, 'members feed feed-parts'],
  [11, 'members collection'],
  [8, 'members preferences'],
  [9, 'members followTags'],
  [4, 'members people'],
  [1, 'members about'],
  [1, 'members help'],
]

export const pages = firstPages.map(([weight, groups]) => ({ weight, groups: groups.split(' ') }))

/** Groups that load files as others need them. */
const unweighted = new Set(['admin'])

/** The weight of a group that only loads after an interaction. */
const laterWeight = 0.4

/** @param {string} group */
export const weightOf = (group) =>
  unweighted.has(group) ? 0 : pages.reduce((sum, { groups, weight }) => (groups.includes(group) ? sum + weight : sum), 0) || laterWeight

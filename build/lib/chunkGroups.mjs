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
  ['auth', /\/data\/intentHandlers/],
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

/** How often pages load a group, relative to the others: first screens of visitors, then those of members, then what follows. */
const weights = new Map(
  Object.entries({
    playlist: 16,
    discover: 10,
    member: 10,
    post: 14,
    search: 6,
    feed: 5,
    'feed-parts': 6,
    collection: 6,
    about: 10,
    help: 4,
    auth: 6,
    legal: 4,
    members: 12,
    preferences: 8,
    comments: 4,
    people: 4,
    followTags: 4,
    background: 1,
    windows: 2,
    admin: 0,
  }),
)

/** @param {string} group */
export const weightOf = (group) => weights.get(group) ?? 0.5

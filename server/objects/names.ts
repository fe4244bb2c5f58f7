/** Names of objects are paths without `.` and `..`, so that they are also names of files. */
export function checkName(name: string): string {
  if (!/^[a-z0-9][\w-]*(?:\/[\w-][\w.-]*)*$/i.test(name) || name.includes('..')) throw new Error(`"${name}" is no name of an object`)
  return name
}

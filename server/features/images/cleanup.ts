/** Runs `work`, which refers to the uploaded picture at `path`, and deletes the picture if it fails: uploads precede their transaction. */
export async function withUploadCleanup<T>(
  images: { drop(path: string | null | undefined): Promise<void> },
  path: string | null | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await images.drop(path)
    throw error
  }
}

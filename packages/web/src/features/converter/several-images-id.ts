/** Key under which several images of the Image tab are saved. */
export const severalImagesId = 'home-images'

/** Most common words in lists of leaked passwords. Digits, keyboard rows and repeats are detected by rule, not here. */

export const commonPasswords: readonly string[] = (
  'password passwort passwd motdepasse contrasena senha letmein welcome willkommen changeme default secret ' +
  'admin administrator root guest user login access master test hello hallo bonjour whatever trustno nothing ' +
  'iloveyou lovely loveme princess babygirl sweetheart darling schatz angel sunshine sunflower flower rainbow ' +
  'summer winter spring autumn monday friday january october christmas dragon monkey tigger tiger panda kitten ' +
  'puppy buster bailey maggie ginger pepper cookie banana orange cheese chocolate football fussball baseball ' +
  'basketball soccer hockey yankees chelsea arsenal liverpool barcelona superman batman spiderman starwars ' +
  'pokemon naruto matrix phoenix ranger hunter killer shadow ninja wizard mustang corvette ferrari porsche ' +
  'mercedes harley computer internet google facebook samsung iphone android windows michael jordan charlie ' +
  'jennifer jessica ashley daniel robert matthew joshua nicole amanda michelle andrew thomas george freedom ' +
  'forever family money happy lucky diamond silver golden purple soleil solo blink qwerty azerty'
).split(' ')

# person.sh - what only a person can fill in, and all packages read: names and addresses. What is empty is left out; `make release`
# says what is.
NAME='The maintainers of tbk'
EMAIL=''
REPOSITORY='' # where the sources are, as https://HOST/OWNER/tbk
HOMEPAGE=''

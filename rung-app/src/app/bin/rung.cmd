@echo off
rem The command line, with a Java runtime of its own. Writes nothing into its own folder.
setlocal
set "home=%~dp0.."
set "data="
if exist "%home%\lib\rung.jsa" set data="-XX:SharedArchiveFile=%home%\lib\rung.jsa"
"%home%\runtime\bin\java.exe" --add-modules jdk.incubator.vector --add-opens java.base/java.io=ALL-UNNAMED -Xlog:disable %data% %RUNG_JAVA_OPTIONS% -jar "%home%\lib\rung.jar" %*
exit /b %errorlevel%

package rung.file.ratings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LooksLikeRatingsTest {
    @TempDir
    private Path folder;

    private boolean guess(String text) throws Exception {
        return RatingsFile.looksLikeRatings(Files.writeString(folder.resolve("file.txt"), text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "196\t242\t3\t881250949\n186\t302\t3\t891717742\n",
                "1::1193::5::978300760\n1::661::3::978302109\n",
                "userId,movieId,rating,timestamp\n1,31,2.5,1260759144\n",
                "ann,Alien,4.5\nbob,Brazil,3\n",
                "a,b,c\nann,Alien,4.5\nbob,Brazil,3\n",
                "date,customer,product,grade,shop\n2001-01-01,7,9,5,x\n",
            })
    void ratings(String text) throws Exception {
        assertThat(guess(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.5,2.25,3\n4,5,\n",
                "height,weight,age\n180.5,71.2,33\n166,,41\n",
                "1,2,3,4,5\n2,4,6,8,10\n",
                "x,y\n1,2\n3,4\n",
                "# exported 2024\n# by hand\nc0,c1,c2\n19.17,13.78,\n20.1,14.5,3\n21.3,,4\n",
                "1\n2\n3\n",
                "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 3\n2 2 4\n",
            })
    void tables(String text) throws Exception {
        assertThat(guess(text)).isFalse();
    }

    @Test
    void numpyIsATable() throws Exception {
        byte[] bytes = new byte[80];
        System.arraycopy(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'}, 0, bytes, 0, 6);
        assertThat(RatingsFile.looksLikeRatings(Files.write(folder.resolve("x.npy"), bytes)))
                .isFalse();
    }
}
